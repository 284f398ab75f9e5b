# See rules/monster.md.
