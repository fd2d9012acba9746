import { parseArgs } from 'node:util'
import { ConfigurationError } from '../config.ts'

const options = {
  database: { type: 'string' },
  org: { type: 'string' },
  schedule: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  'extra-time': { type: 'string' },
  practice: { type: 'boolean' },
  password: { type: 'boolean' },
  proctoring: { type: 'string' },
  'safe-exam-browser': { type: 'string' },
  supports: { type: 'string' },
  release: { type: 'string' },
  'config-key': { type: 'string', multiple: true },
  'browser-exam-key': { type: 'string', multiple: true },
  kind: { type: 'string' },
  address: { type: 'string' },
  most: { type: 'string' },
  again: { type: 'boolean', default: false },
  minutes: { type: 'string' },
  seconds: { type: 'string' },
  within: { type: 'string' },
  run: { type: 'string' },
  exam: { type: 'string' },
  waiting: { type: 'boolean', default: false },
  person: { type: 'string' },
  reset: { type: 'boolean', default: false },
  waive: { type: 'boolean', default: false },
  sco: { type: 'string' },
  text: { type: 'string' },
  reason: { type: 'string' },
  'as-far-as-marked': { type: 'boolean', default: false },
  'add-time': { type: 'string' },
  to: { type: 'string' },
  format: { type: 'string' },
  version: { type: 'string' },
  keep: { type: 'string' },
  head: { type: 'boolean', default: false },
  out: { type: 'string' },
  'time-zone': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'accept-loss': { type: 'boolean', default: false },
  'free-choice': { type: 'boolean' },
  'version-of': { type: 'string' },
  json: { type: 'string' },
  html: { type: 'string' },
  undo: { type: 'boolean', default: false },
  unsealed: { type: 'boolean', default: false },
  unscanned: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => parseArgs({ args: [...args], allowPositionals: true, allowNegative: true, options })

export type CommandValues = ReturnType<typeof parse>['values']

/** A command line taken apart: the command's word, what it names, and its options. */
export interface CommandLine {
  readonly command: string | undefined
  readonly names: readonly string[]
  readonly values: CommandValues
  /** Of `--org`; 1 where it isn't given. */
  readonly orgId: number
}

/** Undefined if none was given. Throws a {@link ConfigurationError} where it is not a whole number above 0. */
export const wholeOf = (option: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new ConfigurationError(`${option} has to be a whole number above 0, not ${given}.`)
  return Number(given)
}

/** Throws a {@link ConfigurationError} where an option isn't known, or lacks its value. */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  const { values, positionals } = parsed(args)
  const [command, ...names] = positionals
  return { command, names, values, orgId: wholeOf('--org', values.org) ?? 1 }
}

const parsed = (args: readonly string[]) => {
  try {
    return parse(args)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ConfigurationError(`${error.message}\nsitwell --help lists the options of each command.`)
  }
}
