# See rules/michigan_rummy.md.
