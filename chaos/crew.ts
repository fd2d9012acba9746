import type { ComparedExam } from './compare.ts'
import type { Device } from './device.ts'
import { isOfFile, isSetBack } from './fault-kinds.ts'
import type { Learner } from './learner.ts'
import type { WithoutPlace } from './learner-base.ts'
import { blank, type Note, storedValue } from './notes.ts'
import type { Plan } from './plan.ts'
import type { Stored } from './stored.ts'
import type { Claimed } from './watch-claims.ts'

/** The learner of a run and the devices that they sit at, one after the other, with all that is noted of it. */
export interface Crew {
  readonly notes: readonly Note[]
  readonly devices: readonly Device[]
  /** Of the exam, or the course. */
  readonly address: string
  note(entry: WithoutPlace): void
  /** Where the learner is now. */
  device(): Device
  learner(): Learner
  /** The first device, and the exam on it. */
  begin(): Promise<void>
  /** Goes on at the other device; `isAbrupt`: the first one goes off as it is. */
  changeDevice(isAbrupt: boolean): Promise<void>
  /** Has the learner sit at the device that they are not at, and then where they were. */
  atOther(work: () => Promise<void>): Promise<void>
  /** Resolves once the page has had its time for all that was done. */
  settled(): Promise<unknown>
  /** The disk of the present device takes nothing from now on; answers what ends that. */
  fillDisk(): Promise<() => Promise<void>>
  /** Right before the page is gone. */
  noteCut(isReload: boolean): Promise<void>
  /** What was noted, and what the pages have logged, as files. */
  logs(): Record<string, readonly string[]>
}

/** What is told of a device, by whoever sits at it and by its pages. */
export interface Telling {
  note(entry: WithoutPlace): void
  /** One of its pages claims something else of the answers than before. */
  onClaims(claimed: Claimed): void
}

/** A device, and who sits at it. */
export interface Sitter {
  readonly device: Device
  readonly learner: Learner
}

interface CrewParts {
  readonly plan: Plan
  /** Has the learner sit at a device: the first, from 0, or the second. */
  sit(number: number, telling: Telling): Promise<Sitter>
  readonly exam: ComparedExam
  /** Where the learner sits it. */
  readonly address: string
  /** What the database holds of it. */
  stored(): Promise<Stored>
  say(line: string): void
}

/** What has to be kept from a second later on. */
const needTime: readonly Note['what'][] = ['entered', 'perhaps entered', 'seen', 'moved', 'removed', 'perhaps removed']

export const createCrew = ({ plan, sit, exam, address, stored, say }: CrewParts): Crew => {
  const notes: Note[] = []
  const devices: Device[] = []
  const learners: Learner[] = []
  const settling = new Set<Promise<void>>()
  let current = 0
  let isDiskFull = false
  /** Up to when all had been kept, as far as is known. */
  let settledMs = Number.NEGATIVE_INFINITY
  /** From when on the disk may have taken nothing; until the page says no more that answers are not kept. */
  let fullSinceMs: number | undefined

  const noteAt = (device: number, entry: WithoutPlace & Partial<Pick<Note, 'atMs'>>) => {
    // That a file is deleted, a full disk does not keep.
    const what = entry.what === 'removed' && isDiskFull ? { ...entry, isStored: false } : entry
    const whole = { atMs: performance.now(), ...what, device } as Note
    notes.push(whole)
    say(JSON.stringify(whole))
    if (!needTime.includes(whole.what)) return
    // Of a browser that is gone meanwhile nothing is known.
    const settled: Promise<void> = settle(whole).catch(() => undefined)
    settling.add(settled)
    void settled.then(() => settling.delete(settled))
  }
  const settle = async ({ device, atMs }: Note) => {
    if (!(await devices[device]?.hasSettled())) return
    settledMs = atMs
    noteAt(device, { what: 'settled', sinceMs: atMs })
  }
  const at = <T>(list: readonly T[]): T => {
    const found = list[current]
    if (!found) throw new Error('There is no device.')
    return found
  }
  const device = () => at(devices)
  const learner = () => at(learners)
  const note = (what: WithoutPlace) => noteAt(current, what)

  const addDevice = async () => {
    const number = devices.length
    const { device: opened, learner: seated } = await sit(number, {
      note: (what) => noteAt(number, what),
      onClaims: ({ atMs, claims }) => noteAt(number, { what: 'claims', claims, atMs: atMs - performance.timeOrigin }),
    })
    devices.push(opened)
    learners.push(seated)
  }
  const findUnsafe = async () => {
    if (fullSinceMs === undefined) return undefined
    // What it held while the disk was full goes there with its next write.
    const isReported = await learner().isReportedUnsafe()
    if (!isReported && !isDiskFull) fullSinceMs = undefined
    return isReported ? fullSinceMs : undefined
  }
  const noteCut = async (isReload: boolean) => {
    // A page that goes in good order hands what the disk didn't take to the next one in its tab.
    const unsafeSinceMs = isReload ? undefined : await findUnsafe()
    // A unit keeps nothing beside the server.
    note({ what: 'cut short', isReload: isReload && !plan.isCmi5, ...(unsafeSinceMs !== undefined && { unsafeSinceMs }) })
  }
  const heldBy = (stored: Stored) =>
    exam.questionIds.map((id, number) => {
      const row = stored.answers.find(({ questionId }) => questionId === id)
      return row ? storedValue(row, exam.isTyped[number] ?? false) : blank
    })

  return {
    notes,
    devices,
    address,
    note,
    device,
    learner,
    noteCut,
    async begin() {
      await addDevice()
      noteAt(0, { what: 'changed device', held: exam.questionIds.map(() => blank) })
      await learner().arrive()
    },
    async changeDevice(isAbrupt) {
      if (isAbrupt) {
        await noteCut(false)
        await device().endTab()
      }
      // While the database is down nobody can tell, and nothing counts as handed on.
      const unknown = exam.questionIds.map(() => 'not known')
      // A course is read where a lesson is opened: what is lost before that was in one browser alone.
      const isUnread = plan.isCourse && plan.steps.some(({ fault }) => fault && (isSetBack(fault.kind) || isOfFile(fault.kind)))
      const held = isUnread ? unknown : await stored().then(heldBy, () => unknown)
      const isNew = devices.length === 1
      if (isNew) await addDevice()
      current = 1 - current
      note({ what: 'changed device', held })
      // Its tab may have been ended when it went off.
      if (isNew || device().isEnded()) await learner().arrive()
    },
    async atOther(work) {
      const last = current
      current = 1 - last
      await work()
      current = last
    },
    logs: () => ({
      'notes.jsonl': notes.map((one) => JSON.stringify(one)),
      ...Object.fromEntries(devices.map((one) => [`page-${one.number}.log`, one.log()])),
    }),
    settled: () => Promise.all(settling),
    async fillDisk() {
      const here = device()
      await findUnsafe()
      await here.setDisk(true)
      isDiskFull = true
      // What the page was about to write isn't there either.
      fullSinceMs ??= settledMs
      return async () => {
        await here.setDisk(false).catch(() => undefined)
        isDiskFull = false
      }
    },
  }
}
