//! Functions that depend on the host: files, the machine, the cluster.
//!
//! For many functions only the type is defined here, and the host returns the whole result. The
//! library implements the rest with simpler requests: paths of the deploy, environment variables,
//! families of distributions.

use super::call::{Call, catchable, fatal, refused, unanswered};
use super::define::{Cost, Function, Outcome, Topic};
use polycty_core::source::Code;
use polycty_core::values::Value;
use polycty_engine::Failure;

pub(super) static TABLE: &[Function] = &[
    // Files of the program itself.
    Function::pure(
        "deploy.abspath",
        "func(path str) str",
        Cost::Linear,
        |call| call.text(&path_below(call, "path")?),
    )
    .not_speculative(),
    Function::asked("deploy.directory", "func(directory str) str", Cost::Linear),
    Function::pure(
        "deploy.file_exists",
        "func(filename str) bool",
        Cost::Linear,
        |call| {
            let path = file_below(call)?;
            Ok(Value::bool(call.host.deploy_has(&path)?))
        },
    )
    .impure(),
    Function::pure(
        "deploy.readfile",
        "func(filename str) str",
        Cost::Linear,
        |call| {
            let path = file_below(call)?;
            deploy_file(call, &path)
        },
    )
    .impure(),
    Function::pure(
        "deploy.readfileabs",
        "func(filename str) str",
        Cost::Linear,
        |call| {
            if !call.str(0).starts_with('/') {
                return Err(not_absolute(call.str(0), "filename"));
            }
            deploy_file(call, call.str(0))
        },
    )
    .impure(),
    Function::asked("deploy.binary_path", "func() str", Cost::Constant),
    Function::pure(
        "deploy.bootstrap_packages",
        "func(str) []str",
        Cost::Linear,
        |call| match call.str(0) {
            "debian" => call.texts(["libaugeas-dev", "libvirt-dev", "packagekit-tools"]),
            "fedora" => call.texts(["augeas-devel", "libvirt-devel", "PackageKit"]),
            _ => Err(refused("missing distro")),
        },
    ),
    // The local store.
    Function::asked(
        "local.pool",
        "func(namespace str, uid str) int",
        Cost::Linear,
    ),
    Function::asked("local.vardir", "func(path str) str", Cost::Linear),
    // Networks.
    Function::asked("net.macs", "func() []str", Cost::Constant).follows(Topic::Host),
    Function::asked(
        "net.interface_cidr",
        "func(interface str) str",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::asked("net.wired_interface", "func() str", Cost::Constant).follows(Topic::Host),
    Function::asked(
        "net/http.response",
        "func(uid str) struct{status int; output str}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    // The machine.
    Function::asked("os.args", "func() []str", Cost::Constant),
    Function::pure(
        "os.parse_distro_uid",
        "func(str) struct{distro str; version str; arch str}",
        Cost::Linear,
        parse_distro_uid,
    ),
    Function::asked(
        "os.release",
        "func() struct{id str; variant_id str; version_id str}",
        Cost::Constant,
    ),
    Function::asked("os.family", "func() str", Cost::Constant),
    Function::pure(
        "os.is_family_redhat",
        "func() bool",
        Cost::Constant,
        |call| is_family(call, "redhat"),
    )
    .impure(),
    Function::pure(
        "os.is_family_debian",
        "func() bool",
        Cost::Constant,
        |call| is_family(call, "debian"),
    )
    .impure(),
    Function::pure(
        "os.is_family_archlinux",
        "func() bool",
        Cost::Constant,
        |call| is_family(call, "archlinux"),
    )
    .impure(),
    Function::asked("os.expand_home", "func(str) str", Cost::Linear),
    Function::asked("os.home", "func(str) str", Cost::Linear),
    Function::asked("os.uid", "func(str) str", Cost::Linear),
    Function::asked("os.is_virtual", "func() bool", Cost::Constant),
    Function::asked("os.file_exists", "func(filename str) bool", Cost::Linear).follows(Topic::Host),
    Function::asked("os.readfile", "func(filename str) str", Cost::Linear).follows(Topic::Host),
    Function::asked("os.system", "func(cmd str) str", Cost::Linear).follows(Topic::Host),
    Function::asked("os.modinfo_loaded", "func(module str) bool", Cost::Linear)
        .follows(Topic::Host),
    Function::asked("os.user_exists", "func(user str) bool", Cost::Linear).follows(Topic::Host),
    Function::asked("sys.cpu_count", "func() int", Cost::Constant).follows(Topic::Host),
    Function::asked("sys.hostname", "func() str", Cost::Constant).follows(Topic::Host),
    Function::asked(
        "sys.load",
        "func() struct{x1 float; x5 float; x15 float}",
        Cost::Constant,
    )
    .follows(Topic::Host),
    Function::asked("sys.uptime", "func() int", Cost::Constant).follows(Topic::Host),
    Function::pure("sys.getenv", "func(str) str", Cost::Linear, |call| {
        let name = call.str(0);
        let value = variable(call, name)?;
        let missing = || catchable(format!("environment variable not set: {name}"));
        call.text(&value.ok_or_else(missing)?)
    })
    .impure(),
    Function::pure("sys.hasenv", "func(str) bool", Cost::Linear, |call| {
        Ok(Value::bool(variable(call, call.str(0))?.is_some()))
    })
    .impure(),
    Function::pure(
        "sys.env",
        "func() map{str: str}",
        Cost::Constant,
        environment,
    )
    .impure(),
    Function::asked("sys/fwupd.reboot_needed", "func() bool", Cost::Constant).follows(Topic::Host),
    Function::asked(
        "util.hostname_mapper",
        "func(map{str: str}) str",
        Cost::Linear,
    ),
    // Values that resources store.
    Function::asked(
        "value.get",
        "func(key str) struct{value ?1; ready bool}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::asked(
        "value.get_bool",
        "func(key str) struct{value bool; ready bool}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::asked(
        "value.get_str",
        "func(key str) struct{value str; ready bool}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::asked(
        "value.get_int",
        "func(key str) struct{value int; ready bool}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::asked(
        "value.get_float",
        "func(key str) struct{value float; ready bool}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    // The cluster.
    Function::asked(
        "world.getval",
        "func(key str) struct{value str; exists bool}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::asked(
        "world.kvlookup",
        "func(namespace str) map{str: str}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::asked("world.schedule", "func(namespace str) []str", Cost::Linear)
        .follows(Topic::Host),
    Function::asked(
        "world/collect.res",
        "func(kind str) []struct{name str; host str}",
        Cost::Linear,
    )
    .follows(Topic::Host),
    // Functions of Go's packages that access the system.
    Function::asked(
        "golang/math/rand.exp_float_64",
        "func() float",
        Cost::Constant,
    ),
    Function::asked("golang/math/rand.float_64", "func() float", Cost::Constant),
    Function::asked("golang/math/rand.int", "func() int", Cost::Constant),
    Function::asked("golang/math/rand.int_63", "func() int", Cost::Constant),
    Function::asked(
        "golang/math/rand.int_63_n",
        "func(n int) int",
        Cost::Constant,
    ),
    Function::asked("golang/math/rand.intn", "func(n int) int", Cost::Constant),
    Function::asked(
        "golang/math/rand.norm_float_64",
        "func() float",
        Cost::Constant,
    ),
    Function::asked("golang/math/rand.read", "func(p str) int", Cost::Linear),
    Function::asked("golang/os.executable", "func() str", Cost::Constant),
    Function::pure(
        "golang/os.expand_env",
        "func(s str) str",
        Cost::Linear,
        expand_env,
    )
    .impure(),
    Function::asked("golang/os.getegid", "func() int", Cost::Constant),
    Function::pure(
        "golang/os.getenv",
        "func(key str) str",
        Cost::Linear,
        |call| call.text(&variable(call, call.str(0))?.unwrap_or_default()),
    )
    .impure(),
    Function::asked("golang/os.geteuid", "func() int", Cost::Constant),
    Function::asked("golang/os.getgid", "func() int", Cost::Constant),
    Function::asked("golang/os.getpagesize", "func() int", Cost::Constant),
    Function::asked("golang/os.getpid", "func() int", Cost::Constant),
    Function::asked("golang/os.getppid", "func() int", Cost::Constant),
    Function::asked("golang/os.getuid", "func() int", Cost::Constant),
    Function::asked("golang/os.getwd", "func() str", Cost::Constant),
    Function::asked("golang/os.hostname", "func() str", Cost::Constant),
    Function::asked(
        "golang/os.mkdir_temp",
        "func(dir str, pattern str) str",
        Cost::Linear,
    ),
    Function::asked("golang/os.read_file", "func(name str) str", Cost::Linear),
    Function::asked("golang/os.readlink", "func(name str) str", Cost::Linear),
    Function::asked("golang/os.temp_dir", "func() str", Cost::Constant),
    Function::asked("golang/os.user_cache_dir", "func() str", Cost::Constant),
    Function::asked("golang/os.user_config_dir", "func() str", Cost::Constant),
    Function::asked("golang/os.user_home_dir", "func() str", Cost::Constant),
    Function::asked(
        "golang/os/exec.look_path",
        "func(file str) str",
        Cost::Linear,
    ),
    Function::asked(
        "golang/path/filepath.abs",
        "func(path str) str",
        Cost::Linear,
    ),
    Function::asked(
        "golang/path/filepath.eval_symlinks",
        "func(path str) str",
        Cost::Linear,
    ),
    Function::asked("golang/runtime.cpu_profile", "func() str", Cost::Constant),
    Function::asked(
        "golang/runtime.gomaxprocs",
        "func(n int) int",
        Cost::Constant,
    ),
    Function::asked("golang/runtime.goroot", "func() str", Cost::Constant),
    Function::asked("golang/runtime.num_cpu", "func() int", Cost::Constant),
    Function::asked("golang/runtime.num_cgo_call", "func() int", Cost::Constant),
    Function::asked("golang/runtime.num_goroutine", "func() int", Cost::Constant),
    Function::asked("golang/runtime.read_trace", "func() str", Cost::Constant),
    Function::asked(
        "golang/runtime.set_mutex_profile_fraction",
        "func(rate int) int",
        Cost::Constant,
    ),
    Function::asked(
        "golang/runtime.stack",
        "func(buf str, all bool) int",
        Cost::Linear,
    ),
    Function::asked("golang/runtime.version", "func() str", Cost::Constant),
];

/// Returns a path below the folder of the calling file; an empty path is the folder itself.
fn path_below(call: &Call<'_>, what: &str) -> Result<String, Failure> {
    let path = call.str(0);
    if path.is_empty() {
        return Ok(call.base.to_owned());
    }
    if !path.starts_with('/') {
        return Err(not_absolute(path, what));
    }
    Ok([call.base.trim_end_matches('/'), path].concat())
}

fn file_below(call: &Call<'_>) -> Result<String, Failure> {
    if call.str(0).is_empty() {
        return Err(not_absolute("", "filename"));
    }
    path_below(call, "filename")
}

#[cold]
fn not_absolute(path: &str, what: &str) -> Failure {
    refused(format!("{what} was not absolute, got: `{path}`"))
}

fn deploy_file(call: &Call<'_>, path: &str) -> Outcome {
    let Some(content) = call.host.deploy_file(path)? else {
        return Err(fatal(
            Code::NotFound,
            format!("can't read file `{path}`: file does not exist"),
        ));
    };
    call.charge_text(content.len())?;
    let text = String::from_utf8(content);
    let no_text = || {
        fatal(
            Code::InvalidUtf8,
            format!("the file `{path}` is not valid UTF-8"),
        )
    };
    Ok(Value::string(&text.map_err(|_| no_text())?))
}

/// Splits a text into letters, digits and the part after a dash; all are empty if the text has a
/// different form.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn parse_distro_uid(call: &Call<'_>) -> Outcome {
    let parts = call.str(0).split_once('-').and_then(|(before, arch)| {
        let distro = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let version = &before[distro.len()..];
        let whole = !distro.is_empty() && !version.is_empty() && !arch.is_empty();
        whole.then_some([distro, version, arch])
    });
    call.fields(parts.unwrap_or_default())
}

/// Returns the number of processors in a list in the format of Linux, such as `0-3,8`, or `None` if
/// the list is not valid. It is for hosts that implement `sys.cpu_count`.
#[must_use]
pub fn count_cpus(list: &str) -> Option<i64> {
    let mut count = 0i64;
    for part in list.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        count += i64::from(last.checked_sub(first)?) + 1;
    }
    Some(count)
}

fn is_family(call: &Call<'_>, family: &str) -> Outcome {
    let answer = call
        .host
        .answer("os.family", &[], polycty_core::types::Type::string())?;
    let answer = answer.ok_or_else(|| unanswered("os.family"))?;
    Ok(Value::bool(answer.as_str() == Some(family)))
}

fn variable(call: &Call<'_>, name: &str) -> Result<Option<String>, Failure> {
    let mut variables = call.host.environment()?.into_iter();
    Ok(variables
        .find(|(have, _)| have == name)
        .map(|(_, value)| value))
}

fn environment(call: &Call<'_>) -> Outcome {
    let variables = call.host.environment()?;
    call.charge_elements(2 * variables.len())?;
    let entries = variables
        .iter()
        .map(|(name, value)| (Value::string(name), Value::string(value)));
    Ok(crate::values::build::sorted_map(
        call.returns(),
        entries.collect(),
    )?)
}

/// Replaces `$NAME` and `${NAME}` by environment variables; an unset variable is empty.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn expand_env(call: &Call<'_>) -> Outcome {
    let text = call.str(0);
    call.charge_scan(text)?;
    let variables = call.host.environment()?;
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (name, after) = if let Some(inner) = rest.strip_prefix('{') {
            match inner.split_once('}') {
                Some((name, after)) => (name, after),
                None => ("", inner),
            }
        } else {
            // A special character is a name of its own.
            let special = rest.starts_with(|c: char| c.is_ascii_digit() || "*#$@!?-".contains(c));
            let end = if special {
                1
            } else {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(rest.len())
            };
            if end == 0 {
                out.push('$');
            }
            rest.split_at(end)
        };
        let value = variables.iter().find(|(have, _)| have == name);
        let value = value.map_or("", |(_, value)| value);
        call.charge_text(value.len())?;
        out.push_str(value);
        rest = after;
    }
    out.push_str(rest);
    call.text(&out)
}
