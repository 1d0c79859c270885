# What the terminal says of itself; everything else comes from house and delivery.

console-welcome =
    Play 21 here; a line without a name speaks as { $speaker }. Try /join 50, then (Deal).
    ann: /join 50 is Ann in the group, ann> /hand is Ann in private, ann: (Hit) is a button.
    /help lists the commands, !clock 60 lets a minute pass, Ctrl-D ends.
console-memory = Chips are kept in memory; --db FILE keeps them.
console-stacked = Stacked deck: { $cards }
console-no-name = Begin with who speaks, as in ann: /join 50, or with ! or #.
console-bad-name =
    A name has 1 to { $most } letters, digits or spaces, and is neither group nor console.
console-no-command = After the name comes a command, as in /join 50, or a button, as in (Hit).
console-no-button = No message has a button ({ $label }) now.
console-no-control = After ! comes clock SECONDS, repeat or restart.
console-bad-seconds = !clock takes seconds from 0 to { $most }, as in !clock 60.
console-nothing-to-repeat = Nobody has asked anything yet, so there is nothing to repeat.
