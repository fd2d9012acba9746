import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { complete, saveAnswer, schedules, start } from '@sitwell/contract'
import { exam, organisation, person, radio, type World } from './arrange.ts'
import type { Sitwell } from './fixtures.ts'
import { owner } from './office-people.ts'
import { signInByCalls, valueFrom } from './session-of.ts'

const options = ['Ash', 'Birch', 'Cedar']
const ids = ['bends', 'burns', 'label', 'grows', 'falls'] as const

export const sitters = Array.from({ length: 12 }, (_, at) => `sitter${at + 1}`)

/**
 * An exam of five questions of 2 marks, of which the third has a wrong key: the four weakest choose it, and all others Birch. Each of the others is right for those who are
 * strong enough for it. Marks of the twelve: 2, 2, 2, 4, 2, 4, 4, 6, 6, 8, 8, 8. `more`: people besides the owner and the twelve.
 */
export const arrangeWrongKey = (sitwell: Sitwell, more: readonly ReturnType<typeof person>[] = []): Promise<World> =>
  sitwell.arrange(
    organisation({
      organisation: { languages: [1, 2, 3, 4] },
      people: [
        owner(),
        ...more,
        ...sitters.map((username, at) => person({ username, firstName: `Sam${at + 1}`, lastName: 'Sitter' })),
      ],
      exams: [
        exam({
          name: 'Trees',
          settings: { examTime: 600, resultFeedbackMask: 7 },
          gradeBoundaries: [
            { grade: 'Merit', fromPercent: 80, pass: true },
            { grade: 'Pass', fromPercent: 50, pass: true },
          ],
          questions: ids.map((id) => radio(`<p>Which tree <b>${id}</b>?</p>`, options, 0, { id, marks: 2 })),
        }),
      ],
      schedules: [],
      settings: { OfficeSecondStep: 'off' },
    }),
  )

/** Strength from which somebody has the question right; of the one with a wrong key, from which they choose another option. */
const needed = { bends: 3, burns: 5, label: 4, grows: 7, falls: 9 } as const

/** A learner sits the exam by the calls that the player makes. */
export const sitWrongKey = async (world: World, strength: number): Promise<void> => {
  const username = sitters[strength] ?? ''
  const who = world.people.find((one) => one.username === username)
  const [written] = world.exams
  if (!who || !written) throw new Error(`${username} has nothing to sit.`)
  const { api, session } = await signInByCalls(world, who)
  const userGuid = session.user.guid
  const [scheduled] = valueFrom(await api.call(schedules, { query: { userGuid } }))
  if (!scheduled) throw new Error(`Nothing is scheduled for ${username}.`)
  const { guid: scheduleGuid, scheduleType, examTypeGuid: examObjectTypeGuid, version: versionNumber, examGuid } = scheduled
  const query = { userGuid, scheduleGuid, scheduleType, examGuid, examObjectTypeGuid, versionNumber }
  const { formRunGUID: formRunGuid } = valueFrom(await api.call(start, { query }))
  const run = { formRunGuid, timeRemaining: 540, elapsedTime: 60, writerId: randomUUID() }
  for (const [at, id] of ids.entries()) {
    const isStrong = strength >= needed[id]
    const chosen = isStrong === (id !== 'label') ? 0 : 1
    const questionId = written.questionIds[at] ?? ''
    const optionText = options[chosen] ?? ''
    const body = {
      ...run,
      ...{ questionNumber: at + 1, questionVersionId: questionId, questionVersionNumber: 1, objectID: 1, page: questionId },
      ...{ answerText: optionText, options: [{ optionID: String(chosen + 1), optionText }] },
      ...{ workings: '', sequence: at + 1, requestId: randomUUID() },
    }
    valueFrom(await api.call(saveAnswer, { body }))
  }
  valueFrom(await api.call(complete, { body: { ...run, requestId: randomUUID(), sequences: ids.map((_, at) => at + 1) } }))
}

/** Offers the exam to all who are to sit it, by calls of the page's session: a delivery that is open until 2090. Answers its id. */
export const offerWrongKey = (page: Page, world: World): Promise<string> =>
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
    [world.exams[0]?.examGuid ?? '', sitters] as const,
  )
