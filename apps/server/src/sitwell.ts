#!/usr/bin/env node
import { printSafely } from './commands/printed-text.ts'
import { runCommand } from './run-command.ts'

printSafely(console)
const code = await runCommand(process.argv.slice(2), process.env)
if (code !== undefined) process.exitCode = code
