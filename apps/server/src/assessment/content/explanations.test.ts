import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from '../../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, examOf, signIn } from '../../testing/test-world.ts'

const question = (id: string) =>
  authoredQuestion.parse({
    type: 'QUESTIONLTEXT',
    id,
    text: '<p>What is <b data-explained="e1">dew</b>?</p>',
    explanations: [
      {
        id: 'e1',
        cards: [
          { support: 'glossary', text: 'Water.' },
          { support: 'translation', lang: 'de', text: 'Tau' },
        ],
      },
    ],
  })

describe.each(oneDatabase)('explanations of words, on %s,', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  beforeAll(async () => {
    place = await createTestPlace({ database })
    server = await startServerIn(place.config)
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  test.each([
    ['as it stands', 9911, {}],
    ['drawn', 9912, { shuffle: true }],
    ['sealed', 9913, {}],
  ] as const)(
    'of an exam %s are those that a schedule names, and without a word of it the exam’s',
    async (how, orgId, section) => {
      const prefix = `o${orgId}`
      const exam = examOf(prefix, {
        settings: { examTime: 600, sealParts: how === 'sealed' },
        sections: [{ id: `${prefix}-s`, name: 'One', questions: [question(`${prefix}-q`)], ...section }],
      })
      const scheduled = (guid: string, more: object) => ({
        ...{ guid: `${prefix}-${guid}`, username: 'learner', exam: exam.examGuid, practice: true },
        ...more,
      })
      const world = await arrange(server, {
        orgId,
        exam,
        file: {
          schedules: [
            scheduled('plain', {}),
            scheduled('all', { supports: ['glossary', 'translation'] }),
            scheduled('none', { supports: [] }),
          ],
        } as never,
      })
      const { access_token: token } = await signIn(server, world)
      const offered = async (guid: string) => {
        const entry = { ...world.entry, scheduleGuid: `${prefix}-${guid}` }
        const before = await doCall(server, calls.examJson, { query: entry }, token)
        await doCall(server, calls.start, { query: entry }, token)
        const after = await doCall(server, calls.examJson, { query: entry }, token)
        return [before, after].map(({ questions }) =>
          ((questions[0]?.explanations ?? []) as { cards: { support: string }[] }[]).flatMap(({ cards }) =>
            cards.map(({ support }) => support),
          ),
        )
      }
      // Of what is sealed nothing is told before the start.
      const both = (supports: string[]) => [how === 'sealed' ? [] : supports, supports]
      expect(await offered('all')).toEqual(both(['glossary', 'translation']))
      expect(await offered('plain')).toEqual(both(['glossary']))
      expect(await offered('none')).toEqual([[], []])
    },
  )
})
