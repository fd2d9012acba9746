import type { Device } from './device.ts'
import { bytesOf, nameOf, sha256Of } from './files.ts'
import { lookAgain, lookAt, type Sight, textOn } from './look.ts'
import { type MoveType, type Note, type Value, valueOf } from './notes.ts'
import type { Act } from './plan.ts'
import { pressOn, type Target } from './press.ts'

/** Somebody can't go on, however long they try: what shows is in the message. */
export class Stuck extends Error {}

export interface LearnerParts {
  readonly device: Device
  /** `/exam/…`. */
  readonly address: string
  /** The same, signed in anew. */
  launchAddress(): Promise<string>
  note(note: WithoutPlace): void
}

/** A note before its time and its device are written to it. */
export type WithoutPlace = Note extends infer N ? (N extends Note ? Omit<N, 'atMs' | 'device'> : never) : never

/** Does at one device what a learner does. What strikes is called between two keys, and answers whether it ended the step. */
export interface Learner {
  /** Opens the exam with a session of its own, and goes to its first question. */
  arrive(): Promise<void>
  /** Does one thing; `strike` is called when it is so many keys, or clicks, done. */
  act(act: Act, strike: (done: number) => Promise<boolean>): Promise<void>
  /** Finds the way back into the exam, from wherever the page is: to its questions, or to its end. */
  comeBack(): Promise<Sight>
  /** Leaves the question for another, so that what was typed is sent. */
  leaveQuestion(): Promise<void>
  /** Until the exam is complete, and its last page says where the answers are. */
  finish(): Promise<void>
  /** Until its last page shows, because its time is over. */
  seeEnd(): Promise<void>
  /**
   * Presses "Log off" wherever that is, waits for what it says of the answers, and leaves. `waitMs`: so long it may say that they are on
   * their way.
   */
  signOut(waitMs: number): Promise<'all there' | 'some here' | 'not signed out'>
  /** What the page says of the answer to a question, in its own word for it. */
  savedAt(question: number): Promise<string | undefined>
  /** Goes to where files are listed, and reads which of them are lost. */
  lookAtFiles(question: number): Promise<void>
  /**
   * From this moment on, of the harness's clock in milliseconds, nobody looks for a way back into the exam, and what is entered may count
   * or not; never where there is none.
   */
  stopAt(ms: number | undefined): void
  /** Whether the page tells that answers are not kept. */
  isToldUnsafe(): Promise<boolean>
}

/** Milliseconds after which somebody who gets nowhere counts as stuck: long, because two cores may be busy with other work. */
const longestMs = 60_000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** Milliseconds for which somebody looks at a page that shows neither the exam nor what is in its way. */
const patienceMsAt = ({ protocol, pathname }: URL): number => {
  if (!protocol.startsWith('http')) return 0
  // Elsewhere in the player something may be about to show: that the session was taken over, say.
  return pathname.startsWith('/exam/') ? 12_000 : 2000
}
const moveTypes: Record<'pick' | 'next' | 'previous', MoveType> = { pick: 3, next: 4, previous: 5 }

const valueIn = ({ answer = '', isBookmarked }: Sight): Value => valueOf(answer, isBookmarked)
/** What shows, and whether the page says that it is kept. */
const shownIn = (sight: Sight) => ({
  value: valueIn(sight),
  isToldKept: sight.saved === 'on-device' || sight.saved === 'on-server',
})
/** Milliseconds for which a page is waited for that stays as it is, before it is thought about anew. */
const standstillMs = 250

const allThere = 'All your answers are on the server.'
const anyDialog: Target = { css: '[role="alertdialog"] button, [role="dialog"] button', index: -1 }
const startOrResume: Target = { css: 'main button', name: '^(start|resume)' }
/** By its title too: the question that follows has a button of its own there, the bookmark. */
const takeOver: Target = { css: 'main button', heading: 'This exam is open in another tab' }
const bookmark: Target = { css: 'article header button[aria-pressed]' }
const named = (name: string): Target => ({ css: 'button', name: `^${name}$` })

export const createLearner = ({ device, address, launchAddress, note: noteDown }: LearnerParts): Learner => {
  let stopMs = Number.POSITIVE_INFINITY
  const note = (told: WithoutPlace) => {
    // On a busy machine what was begun in time may be done after it, and doesn't count then.
    const isInTime = told.what !== 'entered' || performance.now() < stopMs
    noteDown(isInTime ? told : { what: 'perhaps entered', question: told.question, values: [...(told.way ?? []), told.value] })
  }
  const look = () => lookAt(device.page())
  const told = async ({ screen, dialog, heading, question, answer }: Sight) =>
    `the page shows ${screen}, “${heading ?? ''}”${dialog === undefined ? '' : `, the dialog “${dialog}”`}, question ${question} “${answer}” (${await textOn(device.page())})`
  /** It may come to nothing: what shows next tells. */
  const press = (target: Target, ms = 1500) => pressOn(device.page(), target, ms)

  const until = async (isThere: (sight: Sight) => boolean, ms: number): Promise<Sight | undefined> => {
    const end = performance.now() + ms
    let sight = await look()
    for (;;) {
      if (isThere(sight)) return sight
      const left = end - performance.now()
      if (left <= 0) return undefined
      sight = await lookAgain(device.page(), sight, Math.min(left, 1000))
    }
  }

  const open = async (to: string) => {
    note({ what: 'opened' })
    await device.open(to)
  }
  const signIn = async () => {
    const launch = await launchAddress().catch(() => undefined)
    if (launch === undefined) await wait(200)
    else await open(launch)
  }

  let hasFinished = false
  const comeBack = async (): Promise<Sight> => {
    const end = performance.now() + longestMs
    let idleSince = performance.now()
    for (let sight = await look(); ; sight = await lookAgain(device.page(), sight, standstillMs)) {
      const { screen, dialog } = sight
      if (performance.now() > Math.min(end, stopMs))
        throw new Stuck(`Device ${device.number} is not back in the exam: ${await told(sight)} at ${device.page().url()}`)
      const isBusy = screen === 'something else' && dialog === undefined
      if (!isBusy) idleSince = performance.now()
      if (dialog !== undefined) await press(anyDialog)
      else if (screen === 'complete') return sight
      else if (screen === 'question' && sight.answer !== undefined) return sight
      else if (screen === 'intro') await press(startOrResume)
      else if (screen === 'elsewhere') await press(takeOver)
      else if (screen === 'sign-in' || screen === 'signed off') await signIn()
      else if (screen === 'network-error') {
        // That the session was taken over is told over it, a moment later.
        const isTold = await until(({ dialog: over }) => over !== undefined, 1000)
        if (!isTold) await open(address)
      } else if (performance.now() - idleSince > patienceMsAt(new URL(device.page().url()))) {
        // The browser's own error page, the list of exams, or a page that doesn't come.
        await wait(150)
        const now = await look()
        // Who had finished and signed in anew is led to their exams, with this one done; the database tells whether it is.
        if (hasFinished && now.heading === 'Your schedule') return { ...now, screen: 'complete' }
        if (now.screen === 'something else') await open(address)
        idleSince = performance.now()
      }
    }
  }

  /** At a question of the exam, with what shows there noted. */
  const see = async (): Promise<Sight & { question: number }> => {
    const sight = await comeBack()
    const { question } = sight
    if (question === undefined) throw new Stuck(`The exam is over: ${await told(sight)}`)
    note({ what: 'seen', question, ...shownIn(sight) })
    return { ...sight, question }
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
    throw new Stuck(`Question ${question} can't be gone to: ${await told(await look())}`)
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
      if (wanted === valueIn(before)) return
      const done = await press(target, 5000)
      if (done === 'not pressed') continue
      const isThere = (sight: Sight) => sight.question === question && valueIn(sight) === wanted
      const after = done === 'pressed' ? await until(isThere, 3000) : undefined
      if (after) return note({ what: 'entered', question, ...shownIn(after) })
      note({ what: 'perhaps entered', question, values: [wanted] })
    }
    throw new Stuck(`Question ${question} can't be answered: ${await told(await look())}`)
  }

  const write = async (
    { question, keys, isRewritten }: Act & { do: 'write' },
    strike: (done: number) => Promise<boolean>,
  ): Promise<void> => {
    const before = await at(question)
    if (await strike(0)) return
    const field = device.page().locator('article textarea, article input:not([type="checkbox"])').first()
    const isReady = await field.focus({ timeout: 1500 }).then(
      () => true,
      () => false,
    )
    if (!isReady) return
    const { keyboard } = device.page()
    let text = before.answer ?? ''
    let isSelected = isRewritten && text !== ''
    await keyboard.press(isSelected ? 'Control+A' : 'Control+End').catch(() => undefined)
    for (const [index, burst] of keys.entries()) {
      const base = isSelected ? '' : text
      const wanted = `${base}${burst}`
      const [first = ''] = burst
      // The first key replaces what was selected.
      const way = [base, `${base}${first}`]
      await keyboard.type(first).catch(() => undefined)
      await keyboard.insertText(burst.slice(first.length)).catch(() => undefined)
      const after = await look()
      const value = (answer: string) => valueOf(answer, before.isBookmarked)
      if (after.question !== question || after.answer === undefined || ![...way, wanted].includes(after.answer)) {
        note({ what: 'perhaps entered', question, values: [...way, wanted].map(value) })
        return
      }
      note({ what: 'entered', question, ...shownIn(after), way: way.map(value) })
      // A dialog took the keys.
      if (after.answer !== wanted) return
      text = wanted
      isSelected = false
      if (await strike(index + 1)) return
    }
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
    if (listed) note({ what: 'chose', ...what, isKept: listed.files[name]?.keeping === 'lasting' })
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
    if (gone) note({ what: 'removed', file: name, isKept: true })
    else note({ what: 'perhaps removed', file: name })
  }

  const noteLostFiles = ({ toldLostFiles }: Sight) => {
    if (toldLostFiles.length > 0) note({ what: 'told lost files', files: toldLostFiles })
  }

  /** What the last page says of the answers; it reads that from its store, and then says it. */
  const readEnd = async () => {
    const told = await until(
      ({ toldMissing, toldLostFiles, isToldWhole }) => toldMissing.length + toldLostFiles.length > 0 || isToldWhole,
      3000,
    )
    noteLostFiles(told ?? (await look()))
    if (told?.isToldWhole) note({ what: 'told whole' })
    else if (told && told.toldMissing.length > 0) note({ what: 'told missing', questions: told.toldMissing })
  }

  return {
    async arrive() {
      await signIn()
      await see()
    },
    comeBack,
    async act(act, strike) {
      if (act.do === 'write') return write(act, strike)
      await comeBack()
      if (await strike(0)) return
      const { question } = act
      if (act.do === 'go') await move(question, act.by)
      else if (act.do === 'upload') await upload(act)
      else if (act.do === 'remove') await remove(act)
      else if (act.do === 'bookmark')
        await change(question, bookmark, ({ answer, isBookmarked }) => ({ answer, isBookmarked: !isBookmarked }))
      else {
        const number = String(act.option + 1)
        const isTick = act.do === 'tick'
        await change(
          question,
          { css: isTick ? 'article label:has(input[type="checkbox"])' : 'article [role="radio"]', index: act.option },
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
      await move(question === 0 ? 1 : question - 1, 'pick')
    },
    async finish() {
      const end = performance.now() + longestMs
      for (let sight = await look(); ; sight = await lookAgain(device.page(), sight, standstillMs)) {
        if (sight.screen === 'complete') return readEnd()
        if (performance.now() > end) throw new Stuck(`Not finished: ${await told(sight)}`)
        if (sight.dialog !== undefined) await press(anyDialog)
        else if (sight.screen === 'question') {
          if (!hasFinished) note({ what: 'finished' })
          hasFinished = true
          await press(named('Finish'))
        } else if (sight.screen !== 'something else' || sight.heading === 'Your schedule') {
          if ((await comeBack()).screen === 'complete') return
        }
      }
    },
    async seeEnd() {
      await comeBack()
      await readEnd()
    },
    async signOut(waitMs) {
      const asks = (sight: Sight) => sight.dialogSays !== undefined
      const isOut = ({ screen }: Sight) => screen === 'sign-in' || screen === 'signed off'
      if ((await press({ css: 'header button', name: '^log off$' }, 3000)) !== 'pressed') return 'not signed out'
      const asked = await until((sight) => asks(sight) || isOut(sight), 5000)
      const isWhole = ({ dialogSays = '' }: Sight) => dialogSays === allThere
      const said = asked && asks(asked) ? ((await until(isWhole, waitMs)) ?? (await look())) : undefined
      if (said && !isWhole(said)) note({ what: 'told missing', questions: [] })
      if (said) await press({ css: '[role="alertdialog"] button', name: '^log off$' })
      // A server that doesn't answer has five seconds more.
      const out = await until(isOut, 20_000)
      if (!out) return 'not signed out'
      return said === undefined || isWhole(said) ? 'all there' : 'some here'
    },
    async savedAt(question) {
      await move(question, 'pick')
      return (await look()).saved
    },
    async lookAtFiles(question) {
      await move(question, 'pick')
      noteLostFiles((await until(({ toldLostFiles }) => toldLostFiles.length > 0, 3000)) ?? (await look()))
    },
    stopAt(ms) {
      stopMs = ms ?? Number.POSITIVE_INFINITY
    },
    async isToldUnsafe() {
      const { status } = await look()
      return status?.startsWith('not-kept') ?? false
    },
  }
}
