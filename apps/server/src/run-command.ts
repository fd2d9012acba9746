import { readCommandLine } from './commands/command-line.ts'
import { commands } from './commands/commands.ts'
import { usage } from './commands/usage.ts'
import { withoutDatabase } from './commands/without-database.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { environmentOfDatabase } from './databases-file.ts'
import { openCurrent } from './db/open-current.ts'

const act = async (words: string[], variables: NodeJS.ProcessEnv): Promise<number | undefined> => {
  const line = readCommandLine(words)
  if (line.values.help) {
    console.log(usage)
    return 0
  }
  const { database: named } = line.values
  if (line.command === 'serve') {
    if (named !== undefined) throw new ConfigurationError('serve takes no --database: it serves all of SITWELL_DATABASES.')
    const { serve } = await import('./main.ts')
    await serve()
    return undefined
  }
  const alone = await withoutDatabase.get(line.command ?? '')?.(line)
  const environment = environmentOfDatabase(variables, named)
  if (alone) return alone(environment)
  const command = await commands.get(line.command ?? '')?.(line)
  if (!command) {
    console.error(usage)
    return 2
  }
  const config = readConfig(environment)
  const database = await openCurrent(config.database, named === undefined ? undefined : `sitwell migrate --database ${named}`)
  try {
    const { noteCommand } = await import('./commands/note-command.ts')
    return await noteCommand(database, line, () => command({ database, config, environment: variables }))
  } finally {
    await database.close()
  }
}

/**
 * Runs one command of `sitwell` with the words behind its name and the environment variables; `serve` reads those of the process. Returns
 * the exit code, and undefined if the server continues serving. An error is explained on the standard error, and is 1.
 */
export const runCommand = async (words: string[], variables: NodeJS.ProcessEnv): Promise<number | undefined> => {
  try {
    return await act(words, variables)
  } catch (error) {
    const { explain } = await import('./main.ts')
    console.error(explain(error))
    return 1
  }
}
