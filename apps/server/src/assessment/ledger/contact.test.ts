import { calls } from '@sitwell/contract'
import { type Contact, longSilenceMs, noteContact, silenceMs } from '@sitwell/exam/ledger/contact'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, send, signIn, sitExam, tryCall, type World } from '../../testing/test-world.ts'
import { selectFormRunOfOrganisation } from '../form-run/queries.ts'
import { contactOf, createContacts } from './contact.ts'

describe.each(bothDatabases)('what the server heard of a form run, on %s,', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let signedInMs = 0
  let fileOfExam = ''
  let printed = { link: '', cookie: '' }
  let lastOrganisation = 3000

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
  })
  afterAll(() => server.stop())

  const sit = async () => {
    lastOrganisation += 1
    world = await arrange(server, {
      orgId: lastOrganisation,
      exam: examOf(`o${lastOrganisation}`, { settings: { examTime: 600, isExtendable: true, printQuestions: true } }),
    })
    ;({ token, formRunGuid } = await sitExam(server, world))
    signedInMs = clock.nowMs()
  }
  /** A token lives for a quarter of an hour, of which a test lets as much pass as it likes: no call here is one that is refused. */
  const staySignedIn = async () => {
    if (clock.nowMs() - signedInMs < 600_000) return
    token = (await signIn(server, world)).access_token
    signedInMs = clock.nowMs()
  }
  const contact = async () => {
    const run = await selectFormRunOfOrganisation(server.db, lastOrganisation, formRunGuid)
    if (!run) throw new Error('no form run')
    return contactOf(run)
  }
  let sequence = 0
  const time = { timeRemaining: 100, elapsedTime: 100 }
  const file = new File(['evidence'], 'evidence.txt', { type: 'text/plain' })
  /** What a learner's browser says of a form run, each in its own way. */
  const heard: Record<string, () => Promise<unknown>> = {
    save: () => {
      sequence += 1
      return doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence }) }, token)
    },
    savetime: () => doCall(server, calls.saveTime, { body: { formRunGuid, page: `${world.prefix}-q2`, ...time } }, token),
    'the activity log': () =>
      doCall(server, calls.activityLog, { params: { formRunGuid }, body: { formRunGuid, activities: [] } }, token),
    'the exam': () => doCall(server, calls.examJson, { query: world.entry }, token),
    'the state': () => doCall(server, calls.dashState, { query: { formRunGuid } }, token),
    'an extension request': () => doCall(server, calls.requestExtension, { body: { formRunGuid, orgID: world.orgId } }, token),
    'the list of files': () => doCall(server, calls.uploadedFiles, { params: { formRunGuid } }, token),
    'a file': () => doCall(server, calls.uploadFile, { body: { formRunGUID: formRunGuid }, file }, token),
    'the answer to an extension request': () => doCall(server, calls.dashExtendableAlert, { query: { formRunGuid } }, token),
    'a file of theirs': async () => {
      const [held] = await server.db.kysely
        .selectFrom('uploaded_file')
        .select('file_guid')
        .where('form_run_guid', '=', formRunGuid)
        .execute()
      const params = { fileGuid: held?.file_guid ?? '' }
      expect((await tryCall(server, calls.downloadFile, { params }, token)).status).toBe(200)
    },
    'a file of the exam': async () => expect((await fetch(fileOfExam)).status).toBe(200),
    'a question to print': () => {
      const { examObjectTypeGuid: examTypeGuid, versionNumber: _, ...entry } = world.entry
      const query = { ...entry, examTypeGuid, formRunGuid, questionId: `${world.prefix}-q1`, filename: 'question.pdf' }
      return tryCall(server, calls.printQuestion, { query }, token).then(({ status, text, headers }) => {
        expect(status).toBe(200)
        printed = { link: JSON.parse(text).link as string, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
      })
    },
    'a question that was printed': async () => {
      const { status } = await send(server, `/${printed.link}`, { headers: { cookie: printed.cookie } })
      expect(status).toBe(200)
    },
    'a start once more': () => doCall(server, calls.start, { query: world.entry }, token),
    'the place of a form run that was lost': () => {
      const body = { formRunGuid, from: `lost-${sequence}`, generation: 'before', answers: 0, used: [] }
      return doCall(server, calls.takePlace, { body }, token)
    },
    'the completion': () => doCall(server, calls.complete, { body: { formRunGuid, ...time } }, token),
    'a save after it': () => heard.save?.() ?? Promise.reject(new Error('nothing saves')),
  }

  test('begins with the start, and each call of its learner is a contact that ends a silence', async () => {
    await sit()
    const exam_guid = world.entry.examGuid
    const named = { org_id: world.orgId, exam_guid, version: world.entry.versionNumber ?? 1 }
    const file = { ...named, path: 'map.png', media_type: 'image/png', size: 0 }
    await server.db.kysely.insertInto('exam_resource').values(file).execute()
    const { resourceUrl, resourceToken } = await doCall(server, calls.examJson, { query: world.entry }, token)
    fileOfExam = `${server.origin}/${resourceUrl}map.png?orgID=${world.orgId}&token=${resourceToken}`
    let expected: Contact = { heardAtMs: clock.nowMs(), lastSilence: undefined, earlier: [], silences: [] }
    expect(await contact()).toEqual(expected)
    for (const [name, say] of Object.entries(heard)) {
      pass(silenceMs + 1000)
      await say()
      const silence = { fromMs: expected.heardAtMs, toMs: clock.nowMs() }
      expected = noteContact(expected, clock.nowMs())
      expect(await contact(), name).toEqual(expected)
      expect(expected.lastSilence, name).toEqual(silence)
    }
  })

  test('is what the rule makes of it, however saves, times and states follow each other', async () => {
    const says = ['save', 'savetime', 'the state'] as const
    const waits = fc.oneof(fc.nat(silenceMs * 2), fc.nat(longSilenceMs * 2), fc.constantFrom(silenceMs, longSilenceMs, 300_000))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(waits, fc.constantFrom(...says)), { maxLength: 8 }), async (steps) => {
        await sit()
        const startMs = clock.nowMs()
        let expected: Contact = { heardAtMs: startMs, lastSilence: undefined, earlier: [], silences: [] }
        for (const [waitMs, say] of steps) {
          // What comes a moment after another is not written again.
          pass(Math.max(1000, waitMs))
          await staySignedIn()
          await heard[say]?.()
          expected = noteContact(expected, clock.nowMs(), startMs + 600_000)
          expect(await contact()).toEqual(expected)
        }
      }),
      // The longest waits first: a history that outlasts its token.
      {
        numRuns: 10,
        examples: [[says.flatMap((say) => Array.from({ length: 2 }, () => [300_000, say] as [number, typeof say]))]],
      },
    )
  })

  test('is what the rule makes of it over connections that stay open, and of many short silences', async () => {
    const waits = fc.oneof(fc.integer({ min: 1, max: silenceMs * 3 }), fc.integer({ min: 1, max: longSilenceMs * 2 }))
    const steps = fc.array(fc.record({ waitMs: waits, isOpenFor: fc.constantFrom(0, 0, 0, 1, 2, 5) }), { maxLength: 16 })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        await sit()
        const contacts = createContacts(server.db, clock)
        const startMs = clock.nowMs()
        let expected: Contact = { heardAtMs: startMs, lastSilence: undefined, earlier: [], silences: [] }
        const heardMs = [startMs]
        for (const { waitMs, isOpenFor } of taken) {
          pass(Math.max(1000, waitMs))
          const nowMs = clock.nowMs()
          // Open since it was heard of this many times ago: its beginning was a contact too.
          const sinceMs = isOpenFor === 0 ? nowMs : (heardMs.at(-isOpenFor) ?? startMs)
          await contacts.note({ orgId: lastOrganisation, formRunGuid }, {}, nowMs, sinceMs)
          heardMs.push(nowMs)
          expected = noteContact(expected, nowMs, startMs + 600_000, sinceMs)
          expect(await contact()).toEqual(expected)
        }
      }),
      { numRuns: 10, examples: [[Array.from({ length: 12 }, () => ({ waitMs: silenceMs + 1, isOpenFor: 0 }))]] },
    )
  })
})
