import { readFile } from 'node:fs/promises'
import type { Act } from './acts.ts'
import { questionsOfPart } from './exam.ts'
import { bytesOf, nameOf, sha256Of } from './files.ts'
import { anyDialog, createBase, type LearnerParts, type OnWay, Stuck, shownIn, standstillMs, valueIn } from './learner-base.ts'
import { lookAgain, lookAt, type Sight } from './look.ts'
import type { MoveType } from './notes.ts'
import type { Target } from './press.ts'

/** Does at one device what a learner does. What strikes is called between two keys, and answers whether it ended the step. */
export interface Learner {
  /** Opens the exam with its own session, and goes to its first question. */
  arrive(): Promise<void>
  /** Does one thing; `strike` is called when it is this many keys, or clicks, done. */
  act(act: Act, strike: OnWay): Promise<void>
  /** Finds the way back into the exam, from wherever the page is: to its questions, or to its end. */
  comeBack(): Promise<Sight>
  /** Leaves the question for another, so that what was typed is sent. */
  leaveQuestion(): Promise<void>
  /** Until the exam is complete, and its last page says where the answers are; in this many milliseconds. */
  finish(withinMs?: number): Promise<void>
  /** Until its last page shows, because its time is over. */
  seeEnd(): Promise<void>
  /** Reads again what the last page says, which stayed open. */
  readEnd(): Promise<void>
  /** Saves the file of answers that the last page offers; undefined if it offers none. */
  saveHandIn(): Promise<string | undefined>
  /**
   * Presses "Log off" wherever that is, waits for what it says of the answers, and leaves. `waitMs`: so long it may say that they are on
   * their way.
   */
  signOut(waitMs: number): Promise<'all there' | 'some here' | 'not signed out'>
  /** What the page says of the answer to a question, in its own word for it. */
  savedAt(question: number): Promise<string | undefined>
  /** Opens the PDF of a question; `isWell`: nothing is wrong, or not any more. Answers whether its pages show. */
  read(question: number, isWell: boolean): Promise<boolean>
  /** Goes to where files are listed, and reads which of them are lost. */
  lookAtFiles(question: number): Promise<void>
  /**
   * From this moment on, of the harness's clock in milliseconds, nobody looks for a way back into the exam, and what is entered may count
   * or not; never if there is none.
   */
  stopAt(ms: number | undefined): void
  /** Whether the page tells that answers are not kept. */
  isReportedUnsafe(): Promise<boolean>
}

const moveTypes: Record<'pick' | 'next' | 'previous', MoveType> = { pick: 3, next: 4, previous: 5 }
const startOrResume: Target = { css: 'main button', name: '^(start|resume)' }
/** By its title too: the question that follows has its own button there, the bookmark. */
const takeOver: Target = { css: 'main button', heading: 'This exam is open in another tab' }
const bookmark: Target = { css: 'article header button[aria-pressed]' }
const opener: Target = { css: '[data-document]' }
const checkAnswer: Target = { css: '[data-attempts] button', name: '^check answer$' }
const tryAgain: Target = { css: 'section[aria-label^="Document: "] [role="alert"] button', name: '^try again$' }
/** Milliseconds in which a PDF shows where nothing can keep it, and for which somebody waits for one otherwise. */
const longestReadMs = 20_000
const hurriedReadMs = 2000
const reviewTitle = 'Check your answers'
/** Finish on the page on which the answers are checked. */
const onReview: Target = { css: 'footer button', name: '^Finish (the exam|the practice|this part)$' }
const fromReview: Target = { css: 'footer button', name: '^Back to question ' }
const named = (name: string): Target => ({ css: 'button', name: `^${name}$` })

/** A learner in an exam. */
export const createLearner = (parts: LearnerParts): Learner => {
  const { device, longestMs } = parts
  const base = createBase(parts, () => ways)
  const { note, reported, press, until, comeBack, see, look } = base
  const ways = {
    look: () => lookAt(device.page()),
    lookAgain: (before: Sight, ms: number) => lookAgain(device.page(), before, ms),
    async goOn({ screen, heading, dialog }: Sight) {
      if (screen === 'intro') await press(startOrResume)
      // A finish that was struck may stop there.
      else if (heading === reviewTitle && dialog === undefined) await press(fromReview)
      else if (screen === 'elsewhere') await press(takeOver)
      else return false
      return true
    },
    field: () => device.page().locator('article textarea, article input:not([type="checkbox"])').first(),
  }

  const move = async (question: number, by: 'pick' | 'next' | 'previous'): Promise<void> => {
    let pressed: MoveType | undefined
    const made = (type: MoveType) => note({ what: 'moved', type, question })
    for (let tries = 0; tries < 5; tries += 1) {
      const from = await see()
      // What was pressed before showed later than it was waited for.
      if (from.question === question && pressed !== undefined) made(pressed)
      if (from.question === question) return
      const fits = from.question + (by === 'next' ? 1 : -1) === question
      const way = by === 'pick' || !fits ? 'pick' : by
      const target = way === 'next' ? named('Next') : named('Previous')
      const done = await press(way === 'pick' ? { css: 'nav li[data-question] button', index: question } : target)
      if (done === 'not pressed') continue
      pressed = moveTypes[way]
      if (done === 'not known') continue
      const there = await until(({ question: at, dialog }) => at === question || dialog !== undefined, 2000)
      if (there?.question !== question) continue
      made(pressed)
      const shown = await until(({ answer, question: at }) => at === question && answer !== undefined, 5000)
      if (shown) note({ what: 'seen', question, ...shownIn(shown) })
      return
    }
    throw new Stuck(`Question ${question} can't be gone to: ${await reported(await look())}`)
  }

  const at = async (question: number): Promise<Sight> => {
    await move(question, 'pick')
    return see()
  }

  /** Presses something that changes the answer, and waits until it shows. */
  const change = async (
    question: number,
    target: Target,
    changed: (sight: Sight) => Pick<Sight, 'answer' | 'isBookmarked'>,
  ): Promise<void> => {
    for (let tries = 0; tries < 4; tries += 1) {
      const before = await at(question)
      const wanted = valueIn({ ...before, ...changed(before) })
      const isClosed = before.attempts?.isClosed === true && target !== bookmark
      if (wanted === valueIn(before) || isClosed) return
      const done = await press(target, 5000)
      if (done === 'not pressed') continue
      const isThere = (sight: Sight) => sight.question === question && valueIn(sight) === wanted
      const after = done === 'pressed' ? await until(isThere, 3000) : undefined
      if (after) return note({ what: 'entered', question, ...shownIn(after) })
      note({ what: 'perhaps entered', question, values: [wanted] })
    }
    throw new Stuck(`Question ${question} can't be answered: ${await reported(await look())}`)
  }

  const check = async (question: number, strike: OnWay): Promise<void> => {
    const { attempts, answer } = await at(question)
    if (await strike(0)) return
    if (attempts === undefined || attempts.isClosed || answer === '') return
    if ((await press(checkAnswer, 3000)) === 'not pressed') return
    note({ what: 'asked to check', question })
    if (await strike(1)) return
    const sight = await until(
      (now) => now.question !== question || (now.attempts?.isPending === false && now.attempts.count > attempts.count),
      8000,
    )
    if (sight?.question !== question || sight.attempts === undefined) return
    const { count, isClosed } = sight.attempts
    note({ what: 'checked', question, count, isClosed })
  }

  /** Until the next part is open: it may have to be waited for. */
  const endPart = async (question: number, strike: OnWay): Promise<void> => {
    // Whatever has struck, they come back and finish it: what follows is in the next part.
    let hasBegun = false
    const end = performance.now() + longestMs
    for (;;) {
      const sight = await see()
      if (sight.question > question) return note({ what: 'ended part' })
      if (performance.now() > end) throw new Stuck(`The part is not finished: ${await reported(sight)}`)
      if (!hasBegun) await strike(0)
      await press(named('Finish'))
      await press(onReview, 2000)
      if (await until(({ dialog }) => dialog !== undefined, 2000)) await press(anyDialog)
      if (!hasBegun) await strike(1)
      hasBegun = true
      await until((now) => now.question !== undefined && now.question > question, 10_000)
    }
  }

  const write = async (act: Act & { do: 'write' }, strike: OnWay): Promise<void> => {
    const before = await at(act.question)
    if (await strike(0)) return
    await base.type({ ...before, question: act.question }, act, strike)
  }

  const upload = async ({ question, file }: Act & { do: 'upload' }): Promise<void> => {
    const [name, bytes] = [nameOf(file), bytesOf(file)]
    const what = { file: name, sha256: sha256Of(bytes) }
    await at(question)
    const input = device.page().locator('section[aria-labelledby="upload-title"] input[type="file"]')
    const isGiven = await input
      .setInputFiles({ name, mimeType: 'text/plain', buffer: bytes }, { timeout: 5000 })
      .then(() => true)
      .catch(() => false)
    const listed = isGiven ? await until(({ files }) => files[name] !== undefined, 10_000) : undefined
    if (listed) note({ what: 'chose', ...what, isStored: listed.files[name]?.keeping === 'lasting' })
    else note({ what: 'perhaps chose', ...what })
  }
  const remove = async ({ question, file }: Act & { do: 'remove' }): Promise<void> => {
    const name = nameOf(file)
    await at(question)
    const isStanding = ({ files }: Sight) => files[name] !== undefined && files[name].state !== 'deleting'
    // On another device it isn't listed before it has reached the server.
    if (!(await until(isStanding, 1500))) return
    const done = await press({ css: 'li[data-file] button', name: `^(remove|delete) ${name}$` })
    if (done === 'not pressed') return
    const gone = await until((sight) => sight.question === question && !isStanding(sight), 5000)
    if (gone) note({ what: 'removed', file: name, isStored: true })
    else note({ what: 'perhaps removed', file: name })
  }

  /** It was shown on this device before, and is on it since. */
  let hasRead = false
  const read = async (question: number, isWell: boolean): Promise<boolean> => {
    const isDue = isWell || hasRead
    const end = performance.now() + (isDue ? longestReadMs : hurriedReadMs)
    for (;;) {
      const sight = await at(question)
      if (sight.document === 'shown') break
      if (sight.document === 'failed') await press(tryAgain)
      else if (sight.document === undefined) await press(opener)
      const shown = await until(({ document, screen }) => document === 'shown' || screen !== 'question', 2000)
      if (shown?.document === 'shown') break
      if (performance.now() < end) continue
      note({ what: 'read', isShown: false, isDue })
      return false
    }
    hasRead = true
    note({ what: 'read', isShown: true, isDue })
    return true
  }

  const noteLostFiles = ({ reportedLostFiles }: Sight) => {
    if (reportedLostFiles.length > 0) note({ what: 'told lost files', files: reportedLostFiles })
  }

  /** What the last page says of the answers; it reads that from its store, and then says it. */
  const readEnd = async () => {
    const sight = await until(
      ({ reportedMissing, reportedLostFiles, isReportedWhole }) =>
        reportedMissing.length + reportedLostFiles.length > 0 || isReportedWhole,
      3000,
    )
    noteLostFiles(sight ?? (await look()))
    if (sight?.isReportedWhole) note({ what: 'told whole' })
    else if (sight && sight.reportedMissing.length > 0) note({ what: 'told missing', questions: sight.reportedMissing })
  }

  return {
    arrive: base.arrive,
    comeBack,
    async act(act, strike) {
      if (act.do === 'write') return write(act, strike)
      if (act.do === 'check') return check(act.question, strike)
      if (act.do === 'end part') return endPart(act.question, strike)
      await comeBack()
      if (await strike(0)) return
      const { question } = act
      if (act.do === 'go') await move(question, act.by)
      else if (act.do === 'upload') await upload(act)
      else if (act.do === 'remove') await remove(act)
      else if (act.do === 'read') await read(question, act.isPatient === true)
      else if (act.do === 'bookmark')
        await change(question, bookmark, ({ answer, isBookmarked }) => ({ answer, isBookmarked: !isBookmarked }))
      else if (act.do === 'choose' || act.do === 'tick') {
        const number = String(act.option + 1)
        const isTick = act.do === 'tick'
        await change(
          question,
          { css: isTick ? 'article label:has(input[type="checkbox"])' : 'article input[type="radio"]', index: act.option },
          ({ answer = '', isBookmarked }) => {
            const ticked = answer === '' ? [] : answer.split(',')
            const others = ticked.filter((one) => one !== number)
            const toggled = others.length < ticked.length ? others : [...others, number].toSorted()
            return { answer: isTick ? toggled.join() : number, isBookmarked }
          },
        )
      }
      await strike(1)
    },
    async leaveQuestion() {
      const { question } = await see()
      const isFirst = question === 0 || (parts.isRouted && question === questionsOfPart)
      await move(isFirst ? question + 1 : question - 1, 'pick')
    },
    async finish(withinMs = longestMs) {
      const end = performance.now() + withinMs
      for (let sight = await look(); ; sight = await base.lookAgain(sight, standstillMs)) {
        if (sight.screen === 'complete') return readEnd()
        if (performance.now() > end) throw new Stuck(`Not finished: ${await reported(sight)}`)
        if (sight.dialog !== undefined) await press(anyDialog)
        else if (sight.screen === 'question') {
          base.begin()
          await press(named('Finish'))
          await press(onReview, 2000)
        } else if (sight.heading === reviewTitle) await press(onReview, 2000)
        else if (sight.screen !== 'something else' || sight.heading === 'Your schedule') {
          if ((await comeBack()).screen === 'complete') return
        }
      }
    },
    async seeEnd() {
      await comeBack()
      await readEnd()
    },
    readEnd,
    async saveHandIn() {
      const page = device.page()
      const saving = page.waitForEvent('download', { timeout: 5000 }).catch(() => undefined)
      if ((await press({ css: 'main button', name: '^save your answers as a file$' })) !== 'pressed') return undefined
      const download = await saving
      return download && (await readFile(await download.path(), 'utf8'))
    },
    signOut: base.signOut,
    async savedAt(question) {
      await move(question, 'pick')
      return (await look()).saved
    },
    read,
    async lookAtFiles(question) {
      await move(question, 'pick')
      noteLostFiles((await until(({ reportedLostFiles }) => reportedLostFiles.length > 0, 3000)) ?? (await look()))
    },
    stopAt: base.stopAt,
    async isReportedUnsafe() {
      const { status } = await look()
      return status?.startsWith('not-kept') ?? false
    },
  }
}
