import { userInfo } from 'node:os'
import type { Database } from '../db/database.ts'
import { rowOfEvent } from '../security-log/chain.ts'
import { appendEvents } from '../security-log/queries.ts'
import { createCommandClock } from '../server-time/command-clock.ts'
import type { CommandLine } from './command-line.ts'

/**
 * The commands that look after the servers' time or read the log are no acts on anybody's data; `person` and `move-organisation` write
 * their own event, the latter into the database to which the organisation has moved.
 */
const unnoted: ReadonlySet<string | undefined> = new Set([
  ...['clock', 'security-log', 'person'],
  ...['move-organisation', 'remove-organisation'],
])

const longestName = 120

/** Options that name what a command is about. None of them is a secret: keys and passwords aren't among them. */
const named = [
  'exam',
  'run',
  'person',
  'schedule',
  'minutes',
  'seconds',
  'add-time',
  'reason',
  'to',
  'out',
  'format',
  'version',
] as const

/** The system's user, who needn't have a name. */
export const systemUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

const targetOf = ({ names, values }: CommandLine, code: number) => {
  const given = named.flatMap((name): [string, string][] => {
    const value = values[name]
    return value === undefined ? [] : [[name, value.slice(0, longestName)]]
  })
  const about =
    names.length === 0
      ? []
      : [
          [
            'names',
            names
              .map((name) => name.slice(0, longestName))
              .join(' ')
              .slice(0, 1000),
          ],
        ]
  return Object.fromEntries([...about, ...given, ['exitCode', code]])
}

/**
 * Does what a command asks and writes it into the security log, with the system's user as its author, whether it succeeds or not. A log
 * that can't be written is told, and undoes nothing.
 */
export const noteCommand = async (database: Database, line: CommandLine, act: () => Promise<number>): Promise<number> => {
  if (unnoted.has(line.command)) return act()
  let code = 1
  try {
    code = await act()
    return code
  } finally {
    await note(database, line, code).catch((error) => console.error('The security log could not be written.', error))
  }
}

const note = async (database: Database, line: CommandLine, code: number): Promise<void> => {
  const atMs = (await createCommandClock(database)).nowMs()
  const author = `command:${systemUser()}`
  const event = { kind: 'command', orgId: line.orgId, author, what: line.command, target: targetOf(line, code), atMs } as const
  await appendEvents(database, [rowOfEvent(event)])
}
