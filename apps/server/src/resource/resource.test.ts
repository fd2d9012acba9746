import { randomBytes } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { beforeAll, expect, test } from 'vitest'
import { storeExam } from '../organisation/store-exam.ts'
import { storeResources } from '../organisation/store-resources.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, signIn, sitExam, type World } from '../testing/test-world.ts'
import { resourceChunkBytes } from './resource-chunk-bytes.ts'
import { rootPlaceOf } from './root-place.ts'

const size = 2 * resourceChunkBytes + 12_345
const statute = new Uint8Array(randomBytes(size))
const empty = new Uint8Array()

describeOnEach(bothDatabases, 'a large file of an exam, on %s,', {}, ({ server }) => {
  let world: World
  let address: string

  const at = async (range?: string, other = address, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.origin + other, { headers: { ...headers, ...(range && { range }) } })
    const { status } = answer
    const named = (name: string) => answer.headers.get(name)
    return { status, named, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  const refusal = async (range: string, other?: string) => {
    const { status, bytes } = await at(range, other)
    const text = new TextDecoder().decode(bytes)
    return refusalIn({ status, headers: new Headers(), text })
  }
  const isPart = (bytes: Uint8Array, from: number, to = size) => Buffer.compare(bytes, statute.subarray(from, to)) === 0

  beforeAll(async () => {
    world = await arrange(server)
    const exam = examOf(world.prefix, { examGuid: world.entry.examGuid, name: 'With a statute' })
    const resources = [
      { path: 'resources/statute.pdf', mediaType: 'application/pdf', bytes: statute },
      { path: 'resources/empty.pdf', mediaType: 'application/pdf', bytes: empty },
    ]
    const { outcome } = await storeExam(server.db.kysely, world.orgId, { exam, resources, schedules: [], leftOut: [] }, 1)
    expect(outcome).toBe('stored')
    const { access_token: token } = await signIn(server, world)
    const content = await doCall(server, calls.examJson, { query: world.entry }, token)
    address = `/${content.resourceUrl}resources/statute.pdf?orgID=${world.orgId}&token=${content.resourceToken}`
  })

  // API-213
  test('of the organisation itself is for whoever holds a token of one of its exams, and is replaced as a whole', async () => {
    const place = rootPlaceOf(world.orgId)
    const file = (path: string, bytes: Uint8Array) => ({ path, mediaType: 'audio/mpeg', bytes })
    await storeResources(server.db.kysely, place, [file('a/b.mp3', statute), file('old.mp3', empty)])
    const of = (path: string, orgId = world.orgId, from = address) =>
      `/resource/ROOT/${path}?orgID=${orgId}&token=${new URL(from, server.origin).searchParams.get('token')}`
    expect(isPart((await at(undefined, of('a/b.mp3'))).bytes, 0)).toBe(true)
    expect(isPart((await at('bytes=7-9', of('a/b.mp3'))).bytes, 7, 10)).toBe(true)
    for (const other of [
      of('a/b.mp3', world.orgId + 1),
      of('none.mp3'),
      of('../a/b.mp3'),
      of('a/b.mp3', 0),
      of('a/b.mp3').slice(0, -3),
    ])
      expect((await at(undefined, other)).status).toBe(404)
    await storeResources(server.db.kysely, place, [file('new.mp3', empty)])
    expect([(await at(undefined, of('old.mp3'))).status, (await at(undefined, of('new.mp3'))).status]).toEqual([404, 200])
  })

  test('comes whole, and says that it can be asked for by ranges', async () => {
    const answer = await at()
    expect(answer.status).toBe(200)
    expect([answer.named('accept-ranges'), answer.named('content-length')]).toEqual(['bytes', String(size)])
    expect(isPart(answer.bytes, 0)).toBe(true)
    expect((await at(undefined, address.replace('statute', 'empty'))).bytes).toHaveLength(0)
  })

  test('comes range by range: within a chunk, over the ends of chunks, from its end', async () => {
    const edge = resourceChunkBytes
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      [`bytes=${edge - 5}-${edge + 4}`, edge - 5, edge + 5],
      [`bytes=${edge}-${2 * edge + 1}`, edge, 2 * edge + 2],
      [`bytes=${size - 7}-`, size - 7, size],
      ['bytes=-100', size - 100, size],
      [`bytes=0-${2 * size}`, 0, size],
    ] as const) {
      const answer = await at(range, address, { 'accept-encoding': 'br' })
      expect(answer.status, range).toBe(206)
      expect(answer.named('content-range'), range).toBe(`bytes ${from}-${to - 1}/${size}`)
      expect(answer.named('content-encoding'), range).toBeNull()
      expect(isPart(answer.bytes, from, to), range).toBe(true)
    }
  })

  test('says how long it is where a range lies beyond it, and comes whole where a range can not be read', async () => {
    const beyond = await at(`bytes=${size}-`)
    expect([beyond.status, beyond.named('content-range'), beyond.bytes.length]).toEqual([416, `bytes */${size}`, 0])
    expect((await at('bytes=0-', address.replace('statute', 'empty'))).status).toBe(416)
    for (const range of ['bytes=5-1', 'bytes=0-1,5-6', 'pages=1-2']) expect((await at(range)).status, range).toBe(200)
    expect((await at('bytes=0-9', address, { 'if-range': '"another"' })).status).toBe(200)
  })

  test('gives no range to whoever may not have the file, nor while the exam is paused', async () => {
    expect(await refusal('bytes=0-9', address.replace(/token=.*/, 'token=x'))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await refusal('bytes=0-9', address.replace(/orgID=\d+/, 'orgID=424242'))).code).toBe('NOT_FOUND')
    expect((await refusal('bytes=0-9', address.replace('statute', 'other'))).code).toBe('NOT_FOUND')
    const { formRunGuid } = await sitExam(server, world)
    expect((await at('bytes=0-9')).status).toBe(206)
    const held = { paused_at: server.clock.nowMs(), held_until: server.clock.nowMs() + 60_000 }
    await server.db.kysely.updateTable('form_run').set(held).where('form_run_guid', '=', formRunGuid).execute()
    expect(await refusal('bytes=0-9')).toMatchObject({ status: 409, code: 'EXAM_PAUSED' })
  })

  test('that only feedback, notes for markers, mark schemes or explanations which an exam doesn’t offer link to is told to nobody who sits it; what a result shows opens with it', async () => {
    const own = await arrange(server, { orgId: 77 })
    const linked = (name: string) => `<p><a href="resources/${name}.pdf">Read it</a></p>`
    const exam = examOf(own.prefix, {
      examGuid: own.entry.examGuid,
      gradeBoundaries: [
        { grade: 'Pass', fromPercent: 50, pass: true, feedback: linked('praise') },
        { grade: 'Fail', fromPercent: 0, pass: false, feedback: linked('solution') },
      ],
      sections: [
        {
          id: 'one',
          name: 'One',
          questions: [
            {
              type: 'QUESTIONLTEXT',
              id: 'why',
              text: `${linked('statute')}<b data-explained="e">Why?</b>`,
              markingNotes: linked('notes'),
              markScheme: { criteria: [], guidance: linked('scheme') },
              explanations: [
                {
                  id: 'e',
                  cards: [
                    { support: 'glossary', text: linked('meaning') },
                    { support: 'translation', lang: 'de', text: linked('words') },
                  ],
                },
              ],
            },
          ],
        },
      ],
    } as never)
    const names = ['praise', 'solution', 'notes', 'scheme', 'words', 'statute', 'meaning', 'annex']
    const resources = names.map((name) => {
      const bytes = new TextEncoder().encode(name)
      return { path: `resources/${name}.pdf`, mediaType: 'application/pdf', bytes }
    })
    await storeExam(server.db.kysely, own.orgId, { exam, resources, schedules: [], leftOut: [] }, 1)
    const { token, formRunGuid } = await sitExam(server, own)
    const content = await doCall(server, calls.examJson, { query: own.entry }, token)
    expect(content.resources?.map(({ name }) => name).sort()).toEqual([
      'resources/annex.pdf',
      'resources/meaning.pdf',
      'resources/statute.pdf',
    ])
    const opened = async (place = '', opens = '') => {
      const query = `?orgID=${own.orgId}&token=${opens}`
      const found = await Promise.all(names.map((name) => at(undefined, `/${place}resources/${name}.pdf${query}`)))
      return names.filter((_, index) => found[index]?.status === 200)
    }
    expect(await opened(content.resourceUrl, content.resourceToken)).toEqual(['statute', 'meaning', 'annex'])
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, token)
    expect(await opened(content.resourceUrl, content.resourceToken)).toEqual(['statute', 'meaning', 'annex'])
    const { feedbackMessage } = await doCall(server, calls.result, { query: { formRunGuid } }, token)
    expect(feedbackMessage).toContain('solution')
    expect(await opened(content.resourceUrl, content.resourceToken)).toEqual(['solution', 'statute', 'meaning', 'annex'])
    const { attempts } = await doCall(server, calls.attempts, { query: { examGuid: own.entry.examGuid } }, token)
    expect(await opened(attempts[0]?.resourceUrl, attempts[0]?.resourceToken)).toEqual(['solution'])
  })
})
