//! The command `generate`: manual pages and shell completions, made from the definition of the command line.

use crate::process::{Outcome, failed};
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use std::path::{Path, PathBuf};

/// The arguments of `generate`.
#[derive(Args)]
pub struct Generate {
    /// The files to make.
    #[arg(value_enum)]
    files: Files,
    /// The folder to write to. It is created if it does not exist.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// What `generate` writes.
#[derive(Clone, Copy, ValueEnum)]
enum Files {
    /// Manual pages: `polycty.1`, and a page per command.
    Man,
    /// Completions: `polycty.bash`, `_polycty` (zsh), `polycty.fish`, `_polycty.ps1` (PowerShell),
    /// `polycty.elv` (Elvish).
    Completions,
}

/// Writes the files, and returns their folder.
///
/// # Errors
/// [`Code::NotFound`](polycty::source::Code::NotFound) if the folder or a file cannot be written.
pub fn run(command: &Generate, cli: Command) -> Outcome<String> {
    let folder = &command.folder;
    let name = folder.to_string_lossy();
    std::fs::create_dir_all(folder)
        .and_then(|()| write(command.files, cli, folder))
        .map_err(|error| failed(&name, &error))?;
    Ok(name.into_owned())
}

fn write(files: Files, mut cli: Command, folder: &Path) -> std::io::Result<()> {
    match files {
        Files::Man => clap_mangen::generate_to(cli, folder),
        Files::Completions => {
            let name = cli.get_name().to_owned();
            for shell in Shell::value_variants() {
                clap_complete::generate_to(*shell, &mut cli, &name, folder)?;
            }
            Ok(())
        }
    }
}
