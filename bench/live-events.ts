import type { Browser, Page } from '@playwright/test'
import { dashEventsPath, liveEvents, pauseFormRuns, start, token, work } from '@sitwell/contract'
import { io, type Socket } from 'socket.io-client'
import { exam, organisation, type PersonSpec, person } from '../e2e/arrange.ts'
import { signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { call } from './caller.ts'

export interface LiveFigures {
  /** Milliseconds from the invigilator's call to the painted screen of one learner, while all the others are connected. */
  readonly toScreenMs: number[]
  /** Milliseconds from the invigilator's call for all of an exam until the last of them has heard. */
  readonly toAllMs: number[]
  /** Of the server's memory, for each connection. */
  readonly bytesEach: number
}

/**
 * One learner sits an exam in a browser, while `count` form runs of another exam are connected. Those are one person's: so many
 * sign-ins would only show what this many hashes cost.
 */
export async function measureLiveEvents(
  browser: Browser,
  sitwell: Sitwell,
  count: number,
  times: number,
): Promise<LiveFigures> {
  const timed = { settings: { examTime: 7200 } }
  const world = await sitwell.arrange(
    organisation({
      people: ['many', 'seen', 'invigilator'].map((username) => person({ username, invigilator: username === 'invigilator' })),
      settings: { AllowRemotePause: '1' },
      exams: [exam(timed), exam(timed)],
      schedules: [...Array.from({ length: count }, () => ({})), { username: 'seen', exam: 1 }],
    }),
  )
  const [many, seen, invigilator] = world.people
  const [theirs, own] = world.exams
  if (!seen || !invigilator || !theirs || !own) throw new Error('Somebody is missing.')
  const bearerOf = async ({ username, password }: PersonSpec) => {
    const body = { client_id: 'sitwell-player', grant_type: 'password', username, password, orgId: world.orgId } as const
    return (await call(sitwell.origin, token, { body })).access_token
  }
  const bearer = await bearerOf(many)
  const formRuns = await startAll(sitwell.origin, many.userGuid, bearer)
  const page = await (await browser.newContext({ baseURL: sitwell.origin })).newPage()
  await signIn(page, world, { as: seen, at: `/exam/${own.examGuid}` })
  await startExam(page)

  const before = await sitwell.memory()
  const hall = await connectAll(sitwell.origin, bearer, formRuns)
  const figures: LiveFigures = { toScreenMs: [], toAllMs: [], bytesEach: ((await sitwell.memory()) - before) / count }
  const boss = await bearerOf(invigilator)
  const pause = (examGuid: string, paused: boolean) => call(sitwell.origin, pauseFormRuns, { body: { examGuid, paused } }, boss)
  for (let time = 0; time < times; time += 1) {
    const gone = whenQuestionIsGone(page)
    const from = Date.now()
    await pause(own.examGuid, true)
    figures.toScreenMs.push((await gone) - from)
    await pause(own.examGuid, false)
    await page.getByRole('main').getByRole('button').first().click()
    await page.locator('[id^="question-"]').first().waitFor()
    // The first few say enough of everybody: each is a thousand ledgers.
    for (const paused of time < 2 ? [true, false] : []) {
      const heard = hall.everybodyHears()
      const from = performance.now()
      await Promise.all([pause(theirs.examGuid, paused), heard])
      figures.toAllMs.push(performance.now() - from)
    }
  }
  hall.close()
  await page.context().close()
  return figures
}

async function startAll(origin: string, userGuid: string, bearer: string): Promise<string[]> {
  const { assessments } = await call(origin, work, { query: { userGuid } }, bearer)
  const formRuns: string[] = []
  const left = [...assessments]
  const startSome = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const { guid: scheduleGuid, scheduleType, examGuid, examTypeGuid: examObjectTypeGuid, version: versionNumber } = one
      const query = { userGuid, scheduleGuid, scheduleType, examGuid, examObjectTypeGuid, versionNumber }
      formRuns.push((await call(origin, start, { query }, bearer)).formRunGUID)
    }
  }
  await Promise.all(Array.from({ length: 16 }, startSome))
  return formRuns
}

/** A connection for each form run, each having heard how it stands; and a way to wait until every one has heard of an event. */
async function connectAll(origin: string, bearer: string, formRuns: readonly string[]) {
  let heard = 0
  let everybody: () => void = () => {}
  const connect = (formRunGuid: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const auth = { token: bearer, formRunGuid }
      const socket = io(origin, { path: `/${dashEventsPath}`, auth, transports: ['websocket'], forceNew: true })
      socket.once(liveEvents.state, () => resolve(socket))
      socket.once('connect_error', reject)
      socket.on(liveEvents.event, () => {
        heard += 1
        if (heard === formRuns.length) everybody()
      })
    })
  const sockets: Socket[] = []
  for (const formRun of formRuns) sockets.push(await connect(formRun))
  return {
    everybodyHears: () =>
      new Promise<void>((resolve) => {
        heard = 0
        everybody = resolve
      }),
    close: () => {
      for (const socket of sockets) socket.disconnect()
    },
  }
}

/** When the question was painted over, in milliseconds since 1970: page and invigilator are on one machine, with one clock. */
function whenQuestionIsGone(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('[id^="question-"]')) return requestAnimationFrame(look)
          return requestAnimationFrame(() => resolve(Date.now()))
        }
        look()
      }),
  )
}
