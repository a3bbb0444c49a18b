//! The host of mcl's functions: this machine.
//!
//! It provides files, the environment, the host name, the number of processors and the time. The
//! answers of a [`World`] take precedence. Functions that follow a file see its changes at the next
//! check.

use crate::mcl_world::World;
use crate::process::{MAX_BYTES, Outcome, failed, read};
use polycty::dialect::mcl::functions::{Clock, Host, NoHost};
use polycty::dialect::mcl::host::Files;
use polycty::dialect::mcl::{CompileError, Sender};
use polycty::source::{Code, Error, Result};
use polycty::types::{Str, Type};
use polycty::values::Value;
use polycty_files::{Kind, OpenError, Root};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The prefix of paths of imported modules in a program.
const MODULES: &str = "/modules/";

/// The name of a program from standard input, in the current folder.
const INPUT: &str = "input.mcl";

/// The files of a program, by their absolute paths within its folder. No path leaves the folder,
/// neither by `..` nor through a link.
pub struct Deploy {
    /// The folder.
    root: Root,
    /// The path of the program's entry.
    entry: String,
    /// The text of a program that is not a file of the folder.
    input: Option<Str>,
    /// The folder of the modules that programs import by address.
    modules: Option<Root>,
    /// The files that were requested since the last call of [`Deploy::seen`], each with its state
    /// at that time.
    seen: Mutex<Vec<(PathBuf, State)>>,
}

impl Deploy {
    /// Opens a program that is a file, a folder, a pipe, or standard input.
    pub fn of(file: &str, modules: Option<PathBuf>) -> Outcome<Deploy> {
        let kind = match file {
            "-" => Kind::Other,
            _ => polycty_files::kind(file).map_err(|error| failed(file, &error))?,
        };
        let (folder, entry, input) = match kind {
            Kind::Folder => (PathBuf::from(file), "/".to_owned(), None),
            Kind::File => {
                let path = fs::canonicalize(file).map_err(|error| failed(file, &error))?;
                let name = path.file_name().and_then(|name| name.to_str());
                let name = name.ok_or_else(|| no_path(file))?;
                let folder = path.parent().unwrap_or(Path::new("/"));
                (folder.to_owned(), format!("/{name}"), None)
            }
            Kind::Other => {
                let text = String::from_utf8(read(file)?).map_err(|_| {
                    Error::new(Code::InvalidUtf8, format!("{file}: the text is not UTF-8"))
                })?;
                (".".into(), format!("/{INPUT}"), Some(text.into()))
            }
        };
        let root = |folder: PathBuf| {
            Root::new(&folder).map_err(|error| failed(&folder.to_string_lossy(), &error))
        };
        Ok(Deploy {
            root: root(folder)?,
            entry,
            input,
            modules: modules.map(root).transpose()?,
            seen: Mutex::default(),
        })
    }

    /// The path of the program's entry: a file, or `/` for a folder.
    pub fn entry(&self) -> &str {
        &self.entry
    }

    /// The root of a path of the program, and the path below it. `..` does not lead above the root.
    fn below(&self, path: &str) -> (&Root, PathBuf) {
        let (root, below) = match (&self.modules, path.strip_prefix(MODULES)) {
            (Some(modules), Some(below)) => (modules, below),
            _ => (&self.root, path),
        };
        let mut file = PathBuf::new();
        for part in below.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    file.pop();
                }
                part => file.push(part),
            }
        }
        (root, file)
    }

    /// The path on this machine for a path of the program.
    fn file(&self, path: &str) -> PathBuf {
        let (root, below) = self.below(path);
        root.path().join(below)
    }

    fn bytes(&self, path: &str) -> std::result::Result<Vec<u8>, OpenError> {
        let (root, below) = self.below(path);
        root.read(below, MAX_BYTES)
    }

    /// Converts the positions of an error to files of this machine.
    pub fn located(&self, mut failure: Box<CompileError>) -> Error {
        for place in &mut failure.places {
            if let Some(file) = self.file(&place.source.name).to_str() {
                place.source.name = file.into();
            }
        }
        failure.into()
    }

    /// Records the current state of a file.
    pub fn look_at(&self, file: PathBuf) {
        let state = state(&file);
        locked(&self.seen).push((file, state));
    }

    /// Returns the files that were requested since the last call, with their states at that time.
    pub fn seen(&self) -> Seen {
        Seen(std::mem::take(&mut *locked(&self.seen)))
    }
}

impl Files for Deploy {
    fn read(&self, path: &str) -> Option<Str> {
        match &self.input {
            Some(input) if path == self.entry => Some(input.clone()),
            _ => {
                self.look_at(self.file(path));
                let text = String::from_utf8(self.bytes(path).ok()?);
                text.ok().map(Into::into)
            }
        }
    }
}

/// A panic cannot leave the guarded data in an inconsistent state.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This machine.
pub struct Machine {
    deploy: Arc<Deploy>,
    hostname: String,
    world: World,
    clock: Clock,
    followed: Mutex<Vec<Followed>>,
}

/// A file that a function requested, with its state at that time.
struct Followed {
    sender: Sender,
    path: PathBuf,
    state: State,
}

/// The modification time and the length of a file, or `None` if it does not exist.
type State = Option<(SystemTime, u64)>;

fn state(path: &Path) -> State {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// Files with their recorded states.
pub struct Seen(Vec<(PathBuf, State)>);

impl Seen {
    /// Whether the state of one of the files has changed.
    pub fn have_changed(&self) -> bool {
        self.0.iter().any(|(path, was)| state(path) != *was)
    }
}

impl Machine {
    /// Creates a machine for a program and a world. The host name is `hostname`, that of the world
    /// or that of the system.
    pub fn new(deploy: Arc<Deploy>, hostname: Option<&str>, world: World) -> Machine {
        let own = || fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let hostname = hostname.or(world.hostname.as_deref());
        let hostname = hostname.map_or_else(own, str::to_owned);
        Machine {
            deploy,
            hostname: hostname.trim().to_owned(),
            world,
            clock: Clock::new(),
            followed: Mutex::default(),
        }
    }

    pub fn hostname(&self) -> &str {
        &self.hostname
    }

    /// The files of the program.
    pub fn deploy(&self) -> &Arc<Deploy> {
        &self.deploy
    }

    /// Sets the clock, and sends events for followed files that have changed.
    pub fn tick(&self) {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let milliseconds = since.map_or(0, |since| since.as_millis());
        self.clock.set(milliseconds as i64);
        let mut changed = Vec::new();
        for followed in self.followed().iter_mut() {
            let now = state(&followed.path);
            if now != followed.state {
                followed.state = now;
                changed.push(followed.sender.clone());
            }
        }
        changed.iter().for_each(Sender::send);
    }

    /// Waits until the next timer, and at most for this duration.
    pub fn wait(&self, most: Duration) {
        let until = match (self.clock.next(), self.clock.now()) {
            (Some(next), Some(now)) => Duration::from_millis(next.abs_diff(now)).min(most),
            _ => most,
        };
        sleep(until.max(Duration::from_millis(1)));
    }

    fn followed(&self) -> MutexGuard<'_, Vec<Followed>> {
        locked(&self.followed)
    }
}

/// The path argument of a function.
fn path<'a>(arguments: &[&'a Value]) -> &'a str {
    let path = arguments.first().and_then(|path| path.as_str());
    path.unwrap_or_default()
}

impl Host for Machine {
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        if let Some(answer) = self.world.answer(function, arguments, returns)? {
            return Ok(Some(answer));
        }
        Ok(Some(match function {
            "os.readfile" => {
                let path = path(arguments);
                let bytes = polycty_files::read(path, MAX_BYTES);
                let bytes = bytes.map_err(|error| unreadable(path, &error))?;
                let text = String::from_utf8(bytes);
                Value::string(&text.map_err(|_| unreadable(path, &"the text is not UTF-8"))?)
            }
            "os.file_exists" => Value::bool(Path::new(path(arguments)).exists()),
            "sys.hostname" => Value::string(&self.hostname),
            "sys.cpu_count" => {
                let count = std::thread::available_parallelism();
                Value::from_integer(count.map_or(1, |count| count.get() as i64).into())
            }
            _ => return Ok(None),
        }))
    }

    fn subscribe(&self, function: &str, arguments: &[&Value], sender: &Sender) -> Result<()> {
        self.unsubscribe(sender);
        if let "os.readfile" | "os.file_exists" = function {
            let path = PathBuf::from(path(arguments));
            let state = state(&path);
            self.followed().push(Followed {
                sender: sender.clone(),
                path,
                state,
            });
        }
        Ok(())
    }

    fn unsubscribe(&self, sender: &Sender) {
        self.clock.forget(sender);
        self.followed()
            .retain(|followed| followed.sender.id() != sender.id());
    }

    fn wake(&self, after: Duration, sender: &Sender) -> Result<()> {
        if self.clock.wake(after, sender) {
            Ok(())
        } else {
            NoHost.wake(after, sender)
        }
    }

    fn now(&self) -> Result<i64> {
        self.clock.now().map_or_else(|| NoHost.now(), Ok)
    }

    fn random(&self) -> Result<u64> {
        let mut bytes = [0; 8];
        let random = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
        random.map_err(|error| failed("/dev/urandom", &error))?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn deploy_file(&self, path: &str) -> Result<Option<Vec<u8>>> {
        match self.deploy.bytes(path) {
            Ok(content) => Ok(Some(content)),
            Err(OpenError::Outside) => Ok(None),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(unreadable(path, &error)),
        }
    }

    fn deploy_has(&self, path: &str) -> Result<bool> {
        let (root, below) = self.deploy.below(path);
        Ok(root.kind(below).is_ok())
    }

    fn environment(&self) -> Result<Vec<(String, String)>> {
        if let Some(variables) = &self.world.environment {
            return Ok(variables.clone());
        }
        let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        Ok(std::env::vars_os()
            .map(|(name, value)| (text(name), text(value)))
            .collect())
    }
}

fn unreadable(path: &str, error: &dyn std::fmt::Display) -> Error {
    Error::new(Code::NotFound, format!("{path}: {error}"))
}

/// The error of a path that is not UTF-8.
fn no_path(path: &str) -> Error {
    Error::new(Code::InvalidUtf8, format!("{path}: the path is not UTF-8"))
}
