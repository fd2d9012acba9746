import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { complete, saveAnswer, schedules, start, uploadFile } from '@sitwell/contract'
import type { QuestionSpec } from './arrange-exam.ts'
import { exam, longText, organisation, person, type Sitwell, type World } from './fixtures.ts'
import { arriveInOffice } from './office.ts'
import { signInByCalls, valueFrom } from './session-of.ts'

/** The learners of `essayCollege`, in the order in which they hand in. */
export const learners = ['ann', 'bob', 'cas', 'dov', 'eve', 'fay'] as const

/** A college with markers and a chief examiner, and an exam of one essay that each learner is to sit. */
export const essayCollege = (question: QuestionSpec = longText('Why do leaves fall?', { marks: 6 })) =>
  organisation({
    settings: { OfficeSecondStep: 'off' },
    organisation: { languages: [1, 2, 3, 4] },
    exams: [exam({ name: 'Trees', questions: [question] })],
    people: [
      person({ username: 'mara', firstName: 'Mara', lastName: 'Vogt', roles: ['marker'] }),
      person({ username: 'noel', firstName: 'Noel', lastName: 'Byrne', roles: ['marker'] }),
      person({ username: 'owner', firstName: 'Ada', lastName: 'Owen', roles: ['owner'] }),
      ...learners.map((username) => person({ username, firstName: `${username}first`, lastName: `${username}last` })),
    ],
    schedules: learners.map((username) => ({ username })),
  })

/** The only part of an essay in rich text. */
export const richEssay: QuestionSpec = {
  type: 'MULTITEXT',
  text: '<p>Why do leaves fall?</p>',
  parts: [{ id: 'a', marks: 6, usesRichText: true }],
}

/**
 * A learner sits the exam by the calls that the player makes: answers its only question, and hands in. `part`: the part of the question that the
 * answer is of.
 */
export const sitEssay = async (world: World, username: string, answerText: string, part?: string): Promise<void> => {
  const who = world.people.find((one) => one.username === username)
  const [written] = world.exams
  const questionId = written?.questionIds[0]
  if (!who || !written || !questionId) throw new Error(`${username} has no essay to write.`)
  const { api, session } = await signInByCalls(world, who)
  const userGuid = session.user.guid
  const [scheduled] = valueFrom(await api.call(schedules, { query: { userGuid } }))
  if (!scheduled) throw new Error(`Nothing is scheduled for ${username}.`)
  const { guid: scheduleGuid, scheduleType, examTypeGuid: examObjectTypeGuid, version: versionNumber, examGuid } = scheduled
  const query = { userGuid, scheduleGuid, scheduleType, examGuid, examObjectTypeGuid, versionNumber }
  const { formRunGUID: formRunGuid } = valueFrom(await api.call(start, { query }))
  const run = { formRunGuid, timeRemaining: 0, elapsedTime: 60, writerId: randomUUID() }
  const ofQuestion = {
    questionNumber: 1,
    questionVersionId: questionId,
    questionVersionNumber: 1,
    objectID: 1,
    page: questionId,
  }
  const options = part === undefined ? [] : [{ optionID: part, optionText: answerText }]
  const body = { ...run, ...ofQuestion, answerText, options, workings: '', sequence: 1, requestId: randomUUID() }
  valueFrom(await api.call(saveAnswer, { body }))
  valueFrom(await api.call(complete, { body: { ...run, requestId: randomUUID(), sequences: [1] } }))
}

/** A learner's sitting by the calls of the player, which may have several answers and uploaded files. Files are of the first question. */
export const sitByCalls = async (world: World, username: string) => {
  const who = world.people.find((one) => one.username === username)
  if (!who) throw new Error(`Nobody is called ${username}.`)
  const { api, session } = await signInByCalls(world, who)
  const userGuid = session.user.guid
  const [listed] = valueFrom(await api.call(schedules, { query: { userGuid } }))
  if (!listed) throw new Error('Nothing is scheduled.')
  const { guid: scheduleGuid, scheduleType, examTypeGuid: examObjectTypeGuid, version: versionNumber, examGuid } = listed
  const query = { userGuid, scheduleGuid, scheduleType, examGuid, examObjectTypeGuid, versionNumber }
  const { formRunGUID: formRunGuid } = valueFrom(await api.call(start, { query }))
  const run = { formRunGuid, timeRemaining: 3000, elapsedTime: 60, writerId: randomUUID() }
  const ids = world.exams[0]?.questionIds ?? []
  let sequence = 0
  return {
    write: async (at: number, answerText: string, options: { optionID: string; optionText: string }[] = []) => {
      sequence += 1
      const question = ids[at] ?? ''
      const of = {
        ...{ questionNumber: at + 1, questionVersionId: question, questionVersionNumber: 1, objectID: 1, page: question },
        ...{ workings: '', sequence, requestId: randomUUID() },
      }
      valueFrom(await api.call(saveAnswer, { body: { ...run, ...of, answerText, options } }))
    },
    upload: async (name: string, bytes: Uint8Array) => {
      const body = { formRunGUID: formRunGuid, requestId: randomUUID(), fileName: name, ...(ids[0] && { question: ids[0] }) }
      valueFrom(await api.call(uploadFile, { body, file: new File([new Uint8Array(bytes)], name) }))
    },
    handIn: async () => valueFrom(await api.call(complete, { body: { ...run, requestId: randomUUID() } })),
  }
}

/** Several learners hand in an answer each, which names them so that a test can tell them apart. */
export const sitEssays = async (world: World, count: number): Promise<void> => {
  for (const username of learners.slice(0, count)) await sitEssay(world, username, `Leaves fall because of ${username}.`)
}

/** Signs a marker in and opens their only queue; the first response shows. */
export const openQueue = async (page: Page, world: World, as = 'mara'): Promise<void> => {
  await arriveInOffice(page, world, { as, at: '/marking' })
  await page.getByRole('link', { name: /^Question/ }).click()
  await expect(response(page)).toBeVisible()
}

/** A college in which some have handed in an essay, and a marker who has the first of them open. */
export const arriveAtEssays = async (sitwell: Pick<Sitwell, 'arrange'>, page: Page, count: number): Promise<World> => {
  const world = await sitwell.arrange(essayCollege())
  await sitEssays(world, count)
  await openQueue(page, world)
  return world
}

/** The heading of the response that shows. */
export const response = (page: Page) => page.getByRole('heading', { level: 2, name: /^Response / })

/** The short name of the response that shows. */
export const codeOf = async (page: Page): Promise<string> =>
  ((await response(page).textContent()) ?? '').replace('Response ', '')

/** The line that says where the marks of this person are. */
export const whereMarks = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })

/** Gives marks by keys, and waits until the next response shows, or there is none. */
export const markByKeys = async (page: Page, digit: string): Promise<void> => {
  const before = await codeOf(page)
  await page.keyboard.press(digit)
  await expect(page.getByRole('radio', { name: digit, exact: true })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: `Response ${before}` })).toHaveCount(0)
}
