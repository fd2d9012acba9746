import { beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../apps/server/src/testing/databases.ts'
import { everyCommand } from './beside/command-lines.ts'
import { type PlayedBeside, playBeside } from './beside/play-beside.ts'
import { playsEverything } from './extent.ts'

/** One round of all commands, or ten. */
const extent = playsEverything ? { rounds: 10, longestSeconds: 600 } : { rounds: 1, longestSeconds: 60 }

describe.each(bothDatabases)('every command beside a server that saves, on %s', (database) => {
  let played: PlayedBeside
  beforeAll(async () => {
    played = await playBeside({ database, ...extent })
  })

  // SAVE-301
  test('ends well', () => {
    const isWrong = ({ code = 0, exit, prints, output }: PlayedBeside['ended'][number]) =>
      exit !== code || (prints !== undefined && !prints.test(output))
    expect(played.ended.filter(isWrong)).toEqual([])
    expect(new Set(played.ended.map(({ args }) => args[0]))).toEqual(new Set(everyCommand))
  })

  // SAVE-301
  test('leaves every save to be acknowledged at its first try, and to be in the database at the end', () => {
    expect(played.refused).toEqual([])
    expect(played.acknowledged.length).toBeGreaterThan(everyCommand.length)
    expect(played.acknowledged.filter((sequence) => !played.stored.has(sequence))).toEqual([])
  })

  // SAVE-301
  test('gives the server no doubt about the files of its database', () => {
    expect(played.doubts).toBe(database === 'sqlite' ? 0 : undefined)
  })
})
