//! The `pitboss` command: arguments into one command's run and its exit status.

fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
