//! Text about the commands: all about one of them, completions for shells, the manual page.

use super::arguments::Cli;
use super::error::CliError;
use crate::front::near;
use clap::CommandFactory;
use clap_complete::Shell;

const NAME: &str = "raceproof";

/// All that there is to say about a command, or about all in short.
pub(super) fn about(command: Option<&str>) -> Result<String, CliError> {
    let mut all = Cli::command();
    // Names of commands in usage lines, and options that all of them have.
    all.build();
    let Some(name) = command else { return Ok(all.render_help().to_string()) };
    let names: Vec<String> = all.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    match all.find_subcommand_mut(name) {
        Some(found) => Ok(found.render_long_help().to_string()),
        None => {
            let hint = near::hint(name, names.iter().map(String::as_str));
            Err(CliError::new(format!("there is no command `{name}`{hint}")))
        }
    }
}

pub(super) fn completions(shell: Shell) -> String {
    let mut script = vec![];
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// In roff: the command, and below it each of its commands with its options.
pub(super) fn manual() -> Result<String, CliError> {
    let mut all = Cli::command();
    all.build();
    let mut page = vec![];
    let written = |e: std::io::Error| CliError::new(format!("the manual page: {e}"));
    clap_mangen::Man::new(all.clone()).render(&mut page).map_err(written)?;
    for command in all.get_subcommands().filter(|command| !command.is_hide_set()) {
        let section = clap_mangen::Man::new(command.clone());
        page.extend(format!(".SH \"{NAME} {}\"\n", command.get_name()).into_bytes());
        section.render_description_section(&mut page).map_err(written)?;
        section.render_options_section(&mut page).map_err(written)?;
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}
