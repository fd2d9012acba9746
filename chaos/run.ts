import type { World } from '../e2e/arrange.ts'
import { chanceOf } from './chance.ts'
import { type ComparedExam, compareAnswers, type Fault as Found } from './compare.ts'
import { compareAttempts, compareDecisions } from './compare-attempts.ts'
import { compareClaims } from './compare-claims.ts'
import { compareFiles } from './compare-files.ts'
import { compareLog } from './compare-log.ts'
import { compareReported } from './compare-reported.ts'
import { compareSessions } from './compare-sessions.ts'
import { lessonTitles } from './course.ts'
import { createCrew, type Sitter, type Telling } from './crew.ts'
import type { Desk } from './desks.ts'
import { chaosOrganisation, documentQuestion, evidenceQuestion, questionKinds, questionsOfPart } from './exam.ts'
import { type FaultKind, isOfFile, isOfFinish, isSetBack } from './fault-kinds.ts'
import { Stuck } from './learner-base.ts'
import { type Network, openNetwork } from './network.ts'
import type { Note } from './notes.ts'
import type { Place } from './place.ts'
import type { Plan } from './plan.ts'
import type { RunPlace } from './run-place.ts'
import { createSitting } from './sitting.ts'
import type { Step } from './step.ts'
import type { Stored } from './stored.ts'
import { createStrikes } from './strikes.ts'
import { createTimeOver } from './time-over.ts'
import type { Safeguard } from './without/safeguard.ts'

/** What a run came to. */
export interface RunResult {
  readonly plan: Plan
  readonly found: readonly Found[]
  /** What isn't on the server because something stayed wrong to the end, and the page has said so. */
  readonly reported: readonly Found[]
  /** Milliseconds from the healing of everything until all was on the server; undefined if that never was. */
  readonly recoveryMs: number | undefined
  readonly notes: readonly Note[]
  readonly stored: Stored | undefined
  /** What its pages and their requests have logged. */
  readonly logs: Readonly<Record<string, readonly string[]>>
}

export interface RunParts {
  readonly place: Place
  /** Nobody else is at it. */
  readonly desk: Desk
  /** Milliseconds in which all has to be on the server, once everything is healed and the learner is back. */
  readonly longestRecoveryMs?: number
  /** The safeguard that is missing in it; player or server has to be built with switches. */
  readonly lacks?: Pick<Safeguard, 'name' | 'side'>
  say(line: string): void
}

/** All that a run takes place on: in browsers and processes, or simulated. */
export interface Stage extends Pick<RunParts, 'longestRecoveryMs' | 'say'> {
  readonly world: World
  readonly place: RunPlace
  readonly network: Network
  sit(address: string): (number: number, telling: Telling) => Promise<Sitter>
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const defaultLongestRecoveryMs = 120_000
/**
 * Milliseconds after which a learner who gets nowhere counts as stuck: long, because two cores may be busy with other work, and a server that
 * comes back takes a minute then. Without a safeguard, which is expected to be missed, less will do.
 */
const defaultLongestLostMs = 180_000
const longestLostWithoutMs = 60_000
/** Milliseconds in which what is refused forever has been tried often enough to be given up. */
const givenUpMs = 20_000
/** Milliseconds in which a page, on a busy machine, has taken in what a reply has told it. */
const heardWithinMs = 3000

/** What is acknowledged may be gone from the database by it. */
const forgets = (kind: FaultKind) => isSetBack(kind) || isOfFile(kind) || isOfFinish(kind)

/** Plays one plan against a server, in a real browser, and compares what was entered with what is there at the end. */
export const playRun = async (plan: Plan, parts: RunParts): Promise<RunResult> => {
  const { place, desk, lacks, say } = parts
  await place.serveWithout(lacks?.side === 'server' ? lacks.name : undefined)
  const world = await place.arrange(chaosOrganisation(plan.end?.examSeconds, plan.exam))
  const network = openNetwork(desk, place, chanceOf(plan.seed + 0x5eed))
  const sit = createSitting({
    ...{ plan, world, network, desk },
    without: lacks?.side === 'player' ? lacks.name : undefined,
    longestLostMs: lacks ? longestLostWithoutMs : defaultLongestLostMs,
  })
  const { longestRecoveryMs } = parts
  return playOn(plan, { world, place, network, sit, say, ...(longestRecoveryMs !== undefined && { longestRecoveryMs }) })
}

/** Plays one plan where everything stands ready for it. */
export const playOn = async (plan: Plan, stage: Stage): Promise<RunResult> => {
  const run = await createRun(plan, stage)
  try {
    return await run.play()
  } catch (error) {
    return run.broken(error)
  } finally {
    await run.stop()
    stage.network.stop()
  }
}

/** A PDF that was to open, or a lesson of a course that was on the device, and did not show. */
const unshown = (notes: readonly Note[]): Found[] =>
  notes.flatMap((note): Found[] => {
    if (note.what === 'read' && note.isDue && !note.isShown)
      return [{ kind: 'shown', question: documentQuestion, detail: 'the PDF of the question does not open' }]
    if (note.what === 'carried on' && !note.isShown)
      return [{ kind: 'shown', detail: `a course that goes on without a network does not: ${note.detail ?? ''}` }]
    return []
  })

/** Two parts of which one is asked as if they were the same one: what is in either is at the questions of the first of them. */
const asOnePart = (stored: Stored, questionIds: readonly string[]): Stored => {
  const others = questionIds.slice(2 * questionsOfPart)
  const named = new Map(others.map((id, at) => [id, questionIds[questionsOfPart + at] ?? id]))
  const nameOf = (id: string) => named.get(id) ?? id
  const rename = <T extends { questionId: string }>(list: readonly T[]): T[] =>
    list.map((one) => ({ ...one, questionId: nameOf(one.questionId) }))
  const inLog = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null), (_, one: unknown) => (typeof one === 'string' ? nameOf(one) : one))
  const activities = stored.activities.map((one) => ({ ...one, value: inLog(one.value) }))
  return { ...stored, answers: rename(stored.answers), events: rename(stored.events), activities }
}

/** What the learner of a run sits, and how it is compared. */
interface Subject {
  readonly exam: ComparedExam
  readonly address: string
  stored(): Promise<Stored>
}

const subjectOf = async (plan: Plan, world: World, place: RunPlace): Promise<Subject> => {
  if (plan.isCourse) {
    const address = `/elearning/${await place.giveCourse(world, plan.isCmi5)}`
    const places = lessonTitles.map((_, at) => at)
    const exam = { questionIds: places.map(String), isTyped: places.map(() => true) }
    return { exam, address, stored: () => place.storedCourse(world, plan.isCmi5) }
  }
  const [examOfRun] = world.exams
  if (!examOfRun) throw new Error('The organisation has no exam.')
  const { questionIds } = examOfRun
  const isTyped = questionKinds.map((kind) => kind === 'text')
  const address = `/exam/${examOfRun.examGuid}`
  const stored = () => place.stored(world)
  if (plan.exam !== 'routed') return { exam: { questionIds, isTyped }, address, stored }
  const exam = { questionIds: questionIds.slice(0, 2 * questionsOfPart), isTyped }
  return { exam, address, stored: async () => asOnePart(await stored(), questionIds) }
}

const createRun = async (
  plan: Plan,
  { world, place, network, sit, say, longestRecoveryMs = defaultLongestRecoveryMs }: Stage,
) => {
  const found: Found[] = []
  const { exam, address, stored: storedNow } = await subjectOf(plan, world, place)
  const crew = createCrew({ plan, sit: sit(address), exam, address, stored: storedNow, say })
  const isMissing = ({ kind }: Found) => kind === 'lost' || kind === 'overwritten'
  /** Something stays wrong, for which it may be that not all reaches the server. */
  const isHopeless = plan.steps.some(({ fault }) => fault?.isForEver && fault.kind === 'firewall at a word in base64 too')
  const isOtherGone = plan.steps.some(({ fault }) => fault?.isGone)
  const isForgetful = plan.atFinish !== undefined || plan.steps.some(({ fault }) => fault && forgets(fault.kind))
  const compared = (stored: Stored) => [
    ...compareAnswers(crew.notes, exam, stored, { isForgetful: isForgetful || isHopeless }),
    ...compareFiles(crew.notes, stored, { isForgetful }),
    ...(plan.exam === 'checked' ? compareAttempts(crew.notes, exam, stored, { isForgetful }) : []),
    ...(plan.exam === 'routed' ? compareDecisions(crew.notes, exam, stored, { isForgetful }) : []),
  ]
  const faultsNow = async () => compared(await storedNow())
  const missingNow = async () => (await faultsNow()).filter(isMissing)
  const strikes = createStrikes({ plan, world, place, network, crew, lost: missingNow })
  const timeOver = plan.end && createTimeOver({ end: plan.end, place, world, network, crew })

  /** Brings a device back into the exam, and waits until it has nothing left to send. */
  const syncDevice = async () => {
    const sight = await crew.learner().comeBack()
    // Where the time is over nothing can be left any more.
    if (sight.screen === 'question') await crew.learner().leaveQuestion()
    // A finish has it tried by itself.
    const hopelessMs = plan.ending === 'finish' ? 0 : givenUpMs
    const end = performance.now() + (isHopeless ? hopelessMs : longestRecoveryMs)
    for (;;) {
      const waiting = await crew.device().unsent(500)
      if (waiting === 0) return
      if (performance.now() > end && isHopeless) return
      if (performance.now() > end) throw new Stuck(`${waiting} requests are not sent`)
      await crew.learner().comeBack()
    }
  }
  /** Until nothing is missing, or for so long that it never will be there. */
  const untilHeld = async (
    isMissingYet = async () => (await missingNow()).length > 0,
    meanwhile = () => wait(250),
    longestMs = isHopeless ? 0 : longestRecoveryMs / 3,
  ) => {
    const end = performance.now() + longestMs
    while ((await isMissingYet()) && performance.now() < end) await meanwhile()
  }
  const isUnfinished = async () => {
    const stored = await storedNow()
    return stored.formRuns[0]?.completed_at == null || compared(stored).some(isMissing)
  }
  /** What can't be sent is given to staff, where the last page offers it. */
  const handIn = async () => {
    const file = await crew.learner().saveHandIn()
    const missing = file === undefined ? await missingNow() : []
    if (missing.length > 0) found.push({ kind: 'lost', detail: 'there is no file in which it could be handed in' })
    if (file === undefined) return
    const why = await place.handIn(world, file)
    crew.note({ what: 'handed in', ...(why !== undefined && { why }) })
    if (why !== undefined) found.push({ kind: 'lost', detail: `the file of answers was not taken: ${why}` })
  }
  /** Finishes the exam, while or after which the database is set back, if that is planned. */
  const finish = async () => {
    const { atFinish } = plan
    if (atFinish?.kind === 'set back during the finish') network.atCompletion(atFinish.when, strikes.atFinish)
    // The database is away in the middle of it.
    await crew.learner().finish(atFinish ? longestRecoveryMs : undefined)
    if (!atFinish) {
      if (isHopeless) await handIn()
      return
    }
    if (atFinish.isReloaded) {
      await crew.noteCut(true)
      await crew.device().reload()
      await crew.learner().seeEnd()
    }
    if (atFinish.kind === 'set back after the finish') await strikes.atFinish()
    // Where it shows that the server is away they open it again, as anybody would; what was finished needs no more of them.
    const goOn = async () => {
      await wait(250)
      if ((await crew.learner().comeBack()).screen === 'question') await crew.learner().finish()
    }
    await untilHeld(isUnfinished, goOn, isHopeless ? givenUpMs : undefined)
    await crew.learner().readEnd()
    // A file that was handed in before is gone with the database.
    if (isHopeless) await handIn()
  }
  /** Goes to each question, so that the page says of each where its answer is. */
  const lookAtAll = async () => {
    const { question: here = 0 } = plan.isCourse ? {} : await crew.learner().comeBack()
    // A part that was left is left for good.
    const isReachable = (question: number) => plan.exam !== 'routed' || here < questionsOfPart === question < questionsOfPart
    for (const question of plan.isCourse ? [] : exam.questionIds.keys())
      if (question !== evidenceQuestion && isReachable(question)) await crew.learner().savedAt(question)
  }
  /** When the page of the only device was told last that the database isn't what it was. */
  const knowsSinceMs = () => {
    const struckMs = crew.notes.findLast((note) => note.what === 'struck' && forgets(note.kind))?.atMs
    const heardMs = network.generationSinceMs()
    const isKnown = struckMs !== undefined && heardMs !== undefined && heardMs > struckMs && crew.devices.length === 1
    return isKnown ? heardMs : Number.POSITIVE_INFINITY
  }
  /** What pages have said, where it can be known whether it was so. */
  const claimed = (stored: Stored) => {
    if (!strikes.hasSteadyClock()) return []
    const sinceMs = isForgetful ? knowsSinceMs() + heardWithinMs : Number.NEGATIVE_INFINITY
    return compareClaims(crew.notes, exam, stored, {
      ...{ sinceMs, openAtEnd: crew.device().number },
      originMs: performance.timeOrigin,
    })
  }

  const take = async (step: number, { act, pauseMs, fault }: Step) => {
    await wait(pauseMs)
    await strikes.before(step)
    say(`   ${JSON.stringify(act)}`)
    let hasStruck = false
    await crew.learner().act(act, async (done) => {
      if (!fault || hasStruck || done < fault.after) return false
      hasStruck = true
      return strikes.strike(fault)
    })
  }
  /** What is done until the time is over, and what after it, where time was given. */
  const takeOverEnd = async () => {
    const { end, steps } = plan
    if (!end || !timeOver) return
    const last = steps.length - end.stepsAfter
    const work = async () => {
      for (const [step, one] of steps.slice(0, last).entries()) {
        if (step === end.step) await timeOver.goAway()
        if (!timeOver.isOver()) await take(step, one)
      }
    }
    await work().catch((error: unknown) => {
      // What was begun when the time was over comes to nothing.
      if (!(error instanceof Stuck && timeOver.isOver())) throw error
    })
    await timeOver.comeBack()
    if (!timeOver.hasGone()) return
    for (const [index, one] of steps.slice(last).entries()) await take(last + index, one)
  }
  const takeAll = async () => {
    await strikes.before(-1)
    await crew.begin()
    if (plan.end) return takeOverEnd()
    for (const [step, one] of plan.steps.entries()) await take(step, one)
  }
  /** What this device says of the answers that can't reach the server. */
  const lookWhereAnswersAre = async () => {
    for (const { question } of isHopeless ? await missingNow() : [])
      if (question !== undefined && (await crew.learner().savedAt(question)) !== 'on-server')
        crew.note({ what: 'told missing', questions: [question] })
  }
  /** Whether its time ends the exam: where time was given they continue, and may leave it open. */
  const endsByTime = () => plan.end !== undefined && (plan.end.stepsAfter === 0 || !timeOver?.hasGone())
  const endExam = async () => {
    if (endsByTime()) return crew.learner().seeEnd()
    if (plan.ending === 'finish') return finish()
    if (isForgetful) await lookAtAll()
    // Where they stay in the exam, each question says where its answer is.
    await lookWhereAnswersAre()
    if (isForgetful && (await missingNow()).some(({ lostFile }) => lostFile !== undefined))
      await crew.learner().lookAtFiles(evidenceQuestion)
  }

  /** A PDF that was read, or could not be, shows once nothing is wrong. */
  const readAgain = async () => {
    const isOpen = (await crew.learner().comeBack()).screen === 'question'
    if (isOpen && plan.steps.some(({ act }) => act.do === 'read')) await crew.learner().read(documentQuestion, true)
  }

  const logs = () => ({ 'requests.log': network.trail(), ...crew.logs() })

  return {
    async play(): Promise<RunResult> {
      let recoveryMs: number | undefined
      try {
        await takeAll()
        await strikes.healAll()
        if (plan.tellsOfReturn) for (const one of crew.devices) await one.tellOfNetwork('online')
        say('-- healed')
        const healedMs = performance.now()
        if (crew.devices.length > 1 && !isOtherGone)
          await crew.atOther(async () => {
            await syncDevice()
            if (!timeOver) await lookWhereAnswersAre()
          })
        await syncDevice()
        // What was held back comes last of all, behind everything newer.
        await network.deliverHeld()
        await untilHeld()
        recoveryMs = performance.now() - healedMs
        await readAgain()
        await endExam()
      } catch (error) {
        if (!(error instanceof Stuck)) throw error
        found.push({ kind: 'stuck', detail: error.message })
      }
      await strikes.healAll()
      const { notes } = crew
      const stored = await storedNow()
      const { reported, unreported } = compareReported(notes, compared(stored), { isHopeless, isForgetful })
      found.push(...strikes.found, ...unreported, ...claimed(stored), ...unshown(notes), ...compareSessions(notes))
      const isLogWhole = !strikes.wasSetBack() && !isHopeless
      const hasSteadyClock = strikes.hasSteadyClock()
      // What is done in a course is in its history alone.
      if (!plan.isCourse) found.push(...compareLog(notes, exam, stored, { hasSteadyClock, isWhole: isLogWhole }))
      const isFinished = (plan.ending === 'finish' || endsByTime()) && !found.some(({ kind }) => kind === 'stuck')
      if (isFinished && stored.formRuns[0]?.completed_at == null)
        found.push({ kind: 'lost', detail: 'the completion is not on the server' })
      return { plan, found, reported, recoveryMs, notes, stored, logs: logs() }
    },
    /** What is known of a run that ended by its own error. */
    broken(error: unknown): RunResult {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
      const { notes } = crew
      return {
        plan,
        found: [...found, { kind: 'stuck', detail }],
        reported: [],
        recoveryMs: undefined,
        notes,
        stored: undefined,
        logs: logs(),
      }
    },
    async stop() {
      await strikes.stop()
      for (const one of crew.devices) await one.leave()
    },
  }
}
