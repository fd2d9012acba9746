import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { type CommandLine, wholeOf } from './command-line.ts'

/** Takes the environment, and answers the exit code. */
type Act = (environment: Readonly<Record<string, string | undefined>>) => Promise<number>

/** Commands that work on a database of any version, or on none; otherwise like those of `commands`. Only `migrate` changes its tables. */
export const withoutDatabase: ReadonlyMap<string, (line: CommandLine) => Promise<Act | undefined>> = new Map(
  Object.entries({
    migrate: async ({ names }: CommandLine) => {
      if (names.length > 0) return undefined
      const { commandMigrate } = await import('./migrate.ts')
      return (environment) => commandMigrate(readConfig(environment))
    },
    backup: async ({ names, values }: CommandLine) => {
      if (names.length > 0) return undefined
      const keep = wholeOf('--keep', values.keep)
      const { commandBackup } = await import('./backup.ts')
      return (environment) => commandBackup(readConfig(environment), { to: values.to, keep }, systemClock)
    },
    'check-config': async ({ names }: CommandLine) => {
      if (names.length > 0) return undefined
      return (await import('./check-config.ts')).commandCheckConfig
    },
    restore: async ({ names: [folder, ...more], values }: CommandLine) => {
      if (folder === undefined || more.length > 0) return undefined
      const { commandRestore } = await import('./restore.ts')
      return (environment) => commandRestore(readConfig(environment), folder, { isTrial: values['dry-run'] }, systemClock)
    },
  } satisfies Record<string, (line: CommandLine) => Promise<Act | undefined>>),
)
