import type { Page } from '@playwright/test'
import { exam, longText, organisation, person, type World } from './arrange.ts'
import type { Sitwell } from './fixtures.ts'
import { owner } from './office-people.ts'

/** Two members of staff who may confirm and release, a marker, and three learners of an essay that nobody is to sit yet. */
export const arrangeResults = (sitwell: Sitwell): Promise<World> =>
  sitwell.arrange(
    organisation({
      organisation: { languages: [1, 2, 3, 4] },
      people: [
        owner(),
        person({ username: 'okoro', firstName: 'Obi', lastName: 'Okoro', roles: ['exams-officer'] }),
        person({ username: 'mara', firstName: 'Mara', lastName: 'Vogt', roles: ['marker'] }),
        person({ username: 'ann', firstName: 'Ann', lastName: 'Lee' }),
        person({ username: 'bob', firstName: 'Bob', lastName: 'Roy' }),
        person({ username: 'salma', firstName: 'سلمى', lastName: 'الخطيب' }),
      ],
      exams: [
        exam({
          name: 'Trees',
          settings: { resultFeedbackMask: 7 },
          questions: [longText('Why do leaves fall?', { marks: 6 })],
        }),
      ],
      schedules: [],
      settings: { OfficeSecondStep: 'off' },
    }),
  )

/**
 * Offers the exam of the world to some people, by calls of the page's session: a delivery that is open until 2090, whose marks are shown once they are
 * confirmed. Answers its id.
 */
export const offerTo = (page: Page, world: World, usernames: readonly string[]): Promise<string> =>
  page.evaluate(
    async ([examGuid, wanted]) => {
      const base = '/office/api/'
      const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
      const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
      const call = async (path: string, body?: object) => {
        const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
        const reply = await fetch(base + path, init)
        if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
        return reply.json()
      }
      const { people } = (await call('people?limit=100')) as { people: { userID: number; username: string }[] }
      const { delivery } = await call('deliveries/add', {
        ...{ name: 'Winter trees', examGuid, examVersion: 1, zone: 'Europe/London', rooms: [] },
        window: { opens: '2020-01-01T09:00', closes: '2090-01-01T12:00' },
        entries: people.filter(({ username }) => wanted.includes(username)).map(({ userID }) => ({ userID })),
        rules: { passwords: 'none', proctoring: 'exam', safeExamBrowser: 'exam', supports: 'exam', release: 'confirmed' },
        requestId: crypto.randomUUID(),
      })
      const { deliveryID } = delivery as { deliveryID: string }
      const { hash } = await call('deliveries/preview', { deliveryID })
      await call('deliveries/apply', { deliveryID, hash })
      return deliveryID
    },
    [world.exams[0]?.examGuid ?? '', usernames] as const,
  )
