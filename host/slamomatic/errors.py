"""What a user can mend: one clear sentence that names the thing, the reason and the next step."""


class UserError(Exception):
    """Shown as its one sentence, never as a traceback."""

    exit_code = 1


class UsageError(UserError):
    """The command was called wrongly."""

    exit_code = 2
