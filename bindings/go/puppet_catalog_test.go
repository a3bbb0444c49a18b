//go:build !polycty_no_puppet

package polycty_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

const controlRepository = "../../examples/data/control-repository"

func catalogOptions(t *testing.T, node string) polycty.PuppetCatalogOptions {
	t.Helper()
	facts, err := os.ReadFile(filepath.Join(controlRepository, "facts", node+".json"))
	if err != nil {
		t.Skipf("the control repository is not here: %v", err)
	}
	return polycty.PuppetCatalogOptions{
		Environment: controlRepository, EnvironmentName: "production", Node: node, Facts: facts,
		Hiera: filepath.Join(controlRepository, "global", "hiera.yaml"),
	}
}

func compileCatalog(t *testing.T, options polycty.PuppetCatalogOptions) *polycty.PuppetCatalog {
	t.Helper()
	catalog, err := polycty.CompilePuppetCatalog(options)
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

func TestACatalogHasTheResourcesOfANode(t *testing.T) {
	catalog := compileCatalog(t, catalogOptions(t, "web1.example.com"))
	site, found := catalog.Find("Webserver::Site", "shop")
	if !found || site.Kind != polycty.PuppetCatalogDefined || site.Line != 8 || site.String() != "Webserver::Site[shop]" ||
		filepath.Base(site.File) != "web.pp" || site.Exported || site.Virtual {
		t.Fatalf("%+v", site)
	}
	if port, err := site.Parameter("port").AsInt64(); err != nil || port != 8080 || site.Parameter("owner") != nil {
		t.Fatal(port, err)
	}
	if tags := strings.Join(site.Tags, " "); !strings.Contains(tags, "profile::web") {
		t.Fatal(tags)
	}
	if _, found := catalog.Find("File", "/none"); found {
		t.Fatal("a file exists that is not declared")
	}
	web, _ := catalog.Find("Class", "Profile::Web")
	contained := 0
	for _, edge := range catalog.Edges() {
		if (edge == polycty.PuppetCatalogEdge{Container: web.Position, Contained: site.Position}) {
			contained++
		}
	}
	if contained != 1 {
		t.Fatal(contained)
	}
	all := catalog.Resources()
	if len(all) != catalog.Len() || all[site.Position].String() != site.String() {
		t.Fatal(len(all))
	}
	if classes := strings.Join(catalog.Classes(), " "); !strings.Contains(classes, "role::web") {
		t.Fatal(classes)
	}
	if err := catalog.CheckCycles(); err != nil || len(catalog.Warnings()) != 0 {
		t.Fatal(err, catalog.Warnings())
	}
	catalog.Close()
	if catalog.Len() != 0 || len(catalog.Resources()) != 0 {
		t.Fatal("a closed catalog has resources")
	}
	if _, err := catalog.JSON(polycty.PuppetCatalogJSONOptions{}); err == nil {
		t.Fatal("a closed catalog has JSON")
	}
}

func TestSecretsOfACatalogStaySensitive(t *testing.T) {
	catalog := compileCatalog(t, catalogOptions(t, "db1.example.com"))
	user, _ := catalog.Find("User", "postgres")
	secrets := 0
	for _, parameter := range user.Parameters {
		if parameter.Sensitive {
			secrets++
			if kind := parameter.Value.PuppetKind(); parameter.Name != "password" || kind != polycty.PuppetSensitive {
				t.Fatal(parameter.Name, kind)
			}
		}
	}
	hidden, err := catalog.JSON(polycty.PuppetCatalogJSONOptions{})
	if err != nil || secrets != 1 || strings.Contains(hidden, "not-a-real-password") {
		t.Fatal(secrets, err)
	}
	text, err := catalog.JSON(polycty.PuppetCatalogJSONOptions{Secrets: true, Version: 7, UUID: "one", CodeID: "two"})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"not-a-real-password", `"version":7`, `"one"`, `"two"`} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing", part)
		}
	}
	parsed, err := polycty.ParsePuppetCatalog([]byte(text))
	if err != nil || parsed.Len() != catalog.Len() {
		t.Fatal(err)
	}
	if _, err := polycty.ParsePuppetCatalog([]byte("{")); !errors.Is(err, polycty.ErrSyntax) {
		t.Fatal(err)
	}
}

func TestCatalogsAreCompared(t *testing.T) {
	old := compileCatalog(t, catalogOptions(t, "web1.example.com"))
	newer := compileCatalog(t, catalogOptions(t, "web2.example.com"))
	if same, err := old.Diff(old); err != nil || !same.Empty() {
		t.Fatal(same, err)
	}
	difference, err := old.Diff(newer)
	if err != nil || difference.Empty() || len(difference.AddedClasses) != 0 {
		t.Fatal(difference, err)
	}
	removed, changed := false, false
	for _, entry := range difference.Removed {
		if entry.Reference == "Webserver::Site[shop]" {
			removed = entry.Line == 8 && string(entry.Parameters["port"]) == "8080"
		}
	}
	for _, change := range difference.Changed {
		if change.Reference == "File[/etc/nginx/sites]" {
			owner := change.Parameters["owner"]
			changed = string(owner.Old) == `"www-data"` && string(owner.New) == `"nginx"` &&
				change.OldLine == change.NewLine && change.OldContainers == nil
		}
	}
	if !removed || !changed {
		t.Fatalf("%+v", difference)
	}
}

func TestACatalogUsesTheFunctionsOfItsHost(t *testing.T) {
	options := catalogOptions(t, "host1.example.com")
	options.Manifest = filepath.Join(t.TempDir(), "site.pp")
	program := "notify { greeting($site): }\nwarning('careful')\n"
	if err := os.WriteFile(options.Manifest, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	options.Classifier = json.RawMessage(`{"classes": ["role::base"], "parameters": {"site": "x"}}`)
	if _, err := polycty.CompilePuppetCatalog(options); !errors.Is(err, polycty.ErrNotFound) ||
		!strings.Contains(err.Error(), "greeting") {
		t.Fatal(err)
	}
	options.Host = polycty.NewPuppetEnvironment()
	defer options.Host.Close()
	greet := func(args []*polycty.Value, _ polycty.PuppetBlock) (*polycty.Value, error) { return args[0], nil }
	succeed(t, options.Host.SetFunction("greeting", nil, greet))
	catalog := compileCatalog(t, options)
	if _, found := catalog.Find("Notify", "x"); !found {
		t.Fatal(catalog.Resources())
	}
	if _, found := catalog.Find("Class", "Role::Base"); !found {
		t.Fatal("the class of the classifier is missing")
	}
	refused := errors.New("not today")
	succeed(t, options.Host.SetFunction("greeting", nil, func([]*polycty.Value, polycty.PuppetBlock) (*polycty.Value, error) {
		return nil, refused
	}))
	if _, err := polycty.CompilePuppetCatalog(options); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	options.Host = nil
	if err := os.WriteFile(options.Manifest, []byte("warning('careful')"), 0o600); err != nil {
		t.Fatal(err)
	}
	warnings := compileCatalog(t, options).Warnings()
	if len(warnings) != 1 || !strings.Contains(warnings[0].Summary, "careful") {
		t.Fatal(warnings)
	}
	options.Modules = []string{"/none"}
	if _, err := polycty.CompilePuppetCatalog(options); err == nil {
		t.Fatal("a folder of modules that does not exist is read")
	}
}

func TestHieraDataIsLookedUp(t *testing.T) {
	options := catalogOptions(t, "web1.example.com")
	lookup := func(key string, how polycty.PuppetLookupOptions) (string, error) {
		found, err := polycty.PuppetLookup(key, options, how)
		if err != nil {
			return "", err
		}
		return found.FormatPuppet()
	}
	if port, err := lookup("profile::web::sites.shop.port", polycty.PuppetLookupOptions{}); err != nil || port != "8080" {
		t.Fatal(port, err)
	}
	all, err := lookup("profile::base::packages", polycty.PuppetLookupOptions{Merge: "unique"})
	if err != nil || !strings.Contains(all, "curl") || !strings.Contains(all, "chrony") {
		t.Fatal(all, err)
	}
	first, err := lookup("profile::base::packages", polycty.PuppetLookupOptions{Merge: `{"strategy": "first"}`})
	if err != nil || first == all {
		t.Fatal(first, err)
	}
	if _, err := lookup("none", polycty.PuppetLookupOptions{}); !errors.Is(err, polycty.ErrDiagnostics) {
		t.Fatal(err)
	}
	otherwise := puppetLiteral(t, "'x'")
	if found, err := lookup("none", polycty.PuppetLookupOptions{Default: otherwise}); err != nil || found != "'x'" {
		t.Fatal(found, err)
	}
	_, _, err = polycty.PuppetLookupExplained("none", options, polycty.PuppetLookupOptions{})
	var failed *polycty.Error
	if !errors.As(err, &failed) || !strings.Contains(failed.Diagnostics[0].Detail, `No such key: "none"`) {
		t.Fatal(err)
	}
	_, explanation, err := polycty.PuppetLookupExplained("profile::web::sites", options, polycty.PuppetLookupOptions{})
	if err != nil || !strings.Contains(explanation, "common.yaml") {
		t.Fatal(explanation, err)
	}
}
