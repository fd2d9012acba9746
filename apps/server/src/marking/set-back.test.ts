import { calls, generationHeader } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeMarking } from '../testing/marking-desk.ts'
import { openOffice } from '../testing/open-office.ts'
import { rememberRows } from '../testing/set-back.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'

describe.each(bothDatabases)('marks in a database that is set back, on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  beforeEach(async () => {
    place = await createTestPlace({ database })
    server = await startServerIn({ ...place.config, logLevel: 'fatal' })
  })
  afterEach(async () => {
    await server.stop()
    await place.remove()
  })

  // OFFICE-303
  test('a restore of a backup from a moment before a mark is noticed, and the mark is stored when it is sent again', async () => {
    const desk = await arrangeMarking(server, 1)
    await desk.handInAll()
    const open = () => openOffice(server, 1, 'mark-1')
    const browser = await open()
    const [item] = (await desk.next(browser)).responses
    if (!item) throw new Error('There is nothing to mark.')
    const own = openDatabase(place.config.database)
    const putBack = await rememberRows(own)
    const body = desk.bodyOf(item)
    const given = await browser.tryIt(calls.officeMarkingGive, { body })
    const first = given.headers.get(generationHeader)
    expect([given.status, typeof first]).toEqual([200, 'string'])
    // No sign of life comes by itself in between: the server remembers the mark by its own.
    await server.stop()
    await putBack()
    await own.close()
    server = await startServerIn({ ...place.config, logLevel: 'fatal' })
    const again = await (await open()).tryIt(calls.officeMarkingGive, { body: { ...body, generation: first ?? '' } })
    expect(again.headers.get(generationHeader)).not.toBe(first)
    expect(JSON.parse(again.text)).toMatchObject({ entry: 1, state: 'marked' })
  })
})
