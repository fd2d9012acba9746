import { createInterface } from 'node:readline'
import { ConfigurationError } from '../config.ts'

const variable = 'SITWELL_EXAM_PASSWORD'

/** The first line of what is typed or piped in; undefined if there is none. */
const firstLine = async (input: NodeJS.ReadableStream): Promise<string | undefined> => {
  for await (const line of createInterface({ input })) return line
  return undefined
}

/**
 * The exam's password: never an option, which everybody on the machine could read in the list of processes. Throws an error if none is
 * given.
 */
export const readExamPassword = async (
  environment: Readonly<Record<string, string | undefined>>,
  input: NodeJS.ReadableStream,
): Promise<string> => {
  const given = environment[variable]
  if (given === undefined) console.error("The exam's password:")
  const password = (given ?? (await firstLine(input)) ?? '').trim()
  if (password === '')
    throw new ConfigurationError(`--password takes it from ${variable}, or from the first line of the input.`)
  return password
}
