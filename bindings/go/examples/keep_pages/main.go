//go:build !polycty_no_mcl

// An mcl host: runs a program whose kinds are directories and files, creates these in a folder, and
// updates them when the input file of the program changes.
//
//	keep_pages PROGRAM KINDS.json INPUT FOLDER [GRAPHS]
//
// It prints its changes, and ends after GRAPHS graphs or when it is interrupted.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

// A world has the files that functions read and follow.
type world struct {
	mu       sync.Mutex
	followed map[uint64]*followed
}

type followed struct {
	sender  *polycty.MCLSender
	path    string
	content []byte
}

func (w *world) answer(question string, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
	if question != "os.readfile" {
		return nil, nil
	}
	path, err := args[0].AsString()
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return polycty.VerbatimVal(string(content))
}

func (w *world) follow(_ string, args []*polycty.Value, sender *polycty.MCLSender) error {
	path, err := args[0].AsString()
	if err != nil {
		return err
	}
	content, _ := os.ReadFile(path)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.followed[sender.ID()] = &followed{sender, path, content}
	return nil
}

func (w *world) unfollow(sender *polycty.MCLSender) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.followed, sender.ID())
}

// watch announces the files that have changed, until the context is done.
func (w *world) watch(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(50 * time.Millisecond)
		w.mu.Lock()
		for _, file := range w.followed {
			if content, _ := os.ReadFile(file.path); !bytes.Equal(content, file.content) {
				file.content = content
				file.sender.Send()
			}
		}
		w.mu.Unlock()
	}
}

// apply creates or updates the file or directory of a resource.
func apply(folder string, resource *polycty.MCLResource) error {
	path := filepath.Join(folder, resource.Name)
	if resource.Kind == "dir" {
		return os.MkdirAll(path, 0o777)
	}
	var content string
	if said := resource.Field("content"); said != nil {
		content, _ = said.AsString()
	}
	if now, err := os.ReadFile(path); err == nil && string(now) == content {
		return nil
	}
	return os.WriteFile(path, []byte(content), 0o666)
}

// inside rejects names outside of the folder.
func inside(resource *polycty.MCLResource) error {
	if strings.Contains(resource.Name, "..") || filepath.IsAbs(resource.Name) {
		return errors.New("the name is outside the folder")
	}
	return nil
}

func run(program, kinds, input, folder string, graphs int) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	texts := map[string]string{}
	for _, path := range []string{program, kinds} {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		texts[path] = string(text)
	}
	name, _ := os.Hostname()
	files := &world{followed: map[uint64]*followed{}}
	host := polycty.NewMCLHost()
	steps := []func() error{
		func() error { return host.AddKinds(texts[kinds]) },
		func() error { return host.SetKindFunctions(polycty.MCLKind{Name: "dir", Validate: inside}) },
		func() error {
			return host.SetKindFunctions(polycty.MCLKind{
				Name: "file", Validate: inside,
				After: func(file *polycty.MCLResource) [][]polycty.MCLReference {
					return [][]polycty.MCLReference{{{Kind: "dir", Name: filepath.Dir(file.Name)}}}
				},
			})
		},
		func() error {
			return host.SetWorld(polycty.MCLWorld{Answer: files.answer, Follow: files.follow, Unfollow: files.unfollow})
		},
	}
	for variable, text := range map[string]string{"input": input, "hostname": name} {
		value, err := polycty.VerbatimVal(text)
		if err != nil {
			return err
		}
		variable := variable
		steps = append(steps, func() error { return host.SetVariable("", variable, value) })
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	compiled, err := polycty.CompileMCLText(texts[program], program, host)
	if err != nil {
		return err
	}
	go files.watch(ctx)
	err = compiled.Run(ctx, func(resources *polycty.MCLResources, difference *polycty.MCLDifference) error {
		fmt.Println(difference)
		for at := len(difference.Changes) - 1; at >= 0; at-- {
			if gone := difference.Changes[at]; gone.After == nil {
				_ = os.Remove(filepath.Join(folder, gone.Before.Name))
			}
		}
		for _, resource := range resources.InOrder() {
			if err := apply(folder, resource); err != nil {
				return err
			}
		}
		if graphs--; graphs == 0 {
			cancel()
		}
		return nil
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 5 {
		log.Fatal("keep_pages PROGRAM KINDS.json INPUT FOLDER [GRAPHS]")
	}
	graphs := 0
	if len(os.Args) > 5 {
		graphs, _ = strconv.Atoi(os.Args[5])
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4], graphs); err != nil {
		log.Fatal(err)
	}
}
