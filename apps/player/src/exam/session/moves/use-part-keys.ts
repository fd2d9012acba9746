import { dashState } from '@sitwell/contract'
import { partOf } from '@sitwell/exam/parts/navigation'
import { untilEntryMs } from '@sitwell/exam/parts/part-release'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { sealedPartOf } from '../../content/sealed-exam.ts'
import { useTime } from '../time/use-time.ts'
import { codeOfParts } from './code-of-parts.ts'
import type { Opening, openPart } from './open-part.ts'
import { notAskedIn, usePartsNotAsked } from './use-parts-not-asked.ts'

/** Milliseconds to each further try; the last is for all that come after. */
const triesMs = [1000, 2000, 4000, 8000, 10_000] as const
/** Milliseconds after which a part that doesn't open is told to be waited for. */
const slowMs = 1500
/** Milliseconds between two tries of a key that is asked for ahead. */
const aheadMs = 5000

/** What opens parts is loaded once there is one to open: few exams have any. Without a network there is nothing to be had either. */
const open: typeof openPart = async (player, ...asking) => {
  try {
    return await (await codeOfParts()).openPart(player, ...asking)
  } catch (error) {
    player.reportError(error, 'open a part')
    return { kind: 'waiting' }
  }
}

export interface PartKeys {
  /** The learner is in a part that has yet to be opened: `slow` once that takes long. */
  readonly waiting: 'soon' | 'slow' | undefined
}

interface Events {
  /** At once, so that of two parts that open together neither undoes the other. */
  onOpened(putInto: (exam: LoadedExam) => LoadedExam): void
  /** The form run was completed while the key was waited for. */
  onCompleted(): void
  /** The part isn't given any more, or isn't asked: the learner continues where they can. */
  onClosed(): void
  /** By the learner's answers nothing more is asked. */
  onNothingLeft(): void
}

interface Where {
  readonly questionId: string
  /** The question of the page's address, which follows. */
  readonly address: string
  readonly isRunning: boolean
}

/** Opens the parts that lie here sealed: the one in which the learner is, while its time stands still, and the next one ahead. */
export const usePartKeys = (
  visit: ExamVisit,
  formRun: FormRun,
  { questionId, address, isRunning }: Where,
  events: Events,
): PartKeys => {
  const player = usePlayer()
  const { exam, sync } = visit
  const now = useRef({ visit, events, questionId })
  now.current = { visit, events, questionId }
  const partId = partOf(exam.paper, questionId)?.id
  const isWaiting = sealedPartOf(exam, questionId) !== undefined
  const [isSlow, setSlow] = useState(false)
  const leaveOut = usePartsNotAsked(exam, address, (putInto) => now.current.events.onOpened(putInto), player.reportError)
  /** A wait of which the server has yet to hear, though nothing is waited for any more. */
  const [isUnannounced, setUnannounced] = useState(false)

  useEffect(() => {
    if (isWaiting) return
    formRun.keyWait.leave()
    setUnannounced(formRun.keyWait.waits().length > 0)
  }, [isWaiting, formRun])

  useEffect(() => {
    if (!isRunning || partId === undefined || !(isWaiting || isUnannounced)) return
    formRun.moveTo(now.current.questionId)
    if (isWaiting) formRun.keyWait.start()
    let tries = 0
    const move = {}
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking: Promise<void> | undefined
    let isStopped = false
    const slowTimer = setTimeout(() => setSlow(true), slowMs)
    const close = async () => {
      const state = await player.api.call(dashState, { query: { formRunGuid: formRun.formRunGuid } }, { attempts: 1 })
      if (!state.ok) return
      setUnannounced(false)
      formRun.keyWait.end(state.value)
      const notAsked = notAskedIn(state.value)
      leaveOut(notAsked)
      if (notAsked.includes(partId) && formRun.openQuestionId() === undefined) return now.current.events.onNothingLeft()
      now.current.events.onClosed()
    }
    /** Whether there is nothing more to ask for. */
    const meet = async (opening: Opening): Promise<boolean> => {
      switch (opening.kind) {
        case 'opened':
          setUnannounced(false)
          // Which parts come before this one may be decided only now, if the database forgot it in a restore.
          leaveOut(opening.notAsked)
          now.current.events.onOpened(opening.putInto)
          return true
        case 'completed':
          formRun.keyWait.end(undefined)
          now.current.events.onCompleted()
          return true
        case 'closed':
          await close()
          return isStopped
        case 'waiting':
          return isStopped
      }
    }
    const later = (ms: number) => {
      timer = setTimeout(() => void ask(), ms)
    }
    const attempt = async () => {
      clearTimeout(timer)
      const isThere = () => !isStopped
      const opening = await open(player, () => now.current.visit, formRun, partId, { move, isThere })
      if (await meet(opening)) return
      if (opening.kind === 'waiting' && opening.againMs) return later(opening.againMs)
      setSlow(true)
      later(triesMs[Math.min(tries, triesMs.length - 1)] ?? aheadMs)
      tries += 1
    }
    const ask = () => {
      asking ??= attempt()
        .catch((error: unknown) => player.reportError(error, `key of the part ${partId}`))
        .finally(() => {
          asking = undefined
        })
      return asking
    }
    // Before what waited for the connection is sent: it ends the silence in which the key was waited for.
    const stops = [sync.beforeFlush(ask), sync.connection.subscribe((state) => state === 'online' && void ask())]
    void ask()
    return () => {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(slowTimer)
      stops.forEach((stop) => void stop())
      setSlow(false)
    }
  }, [player, sync, formRun, isRunning, isWaiting, isUnannounced, partId, leaveOut])

  const { releaseAhead = 0, sealedParts = [] } = exam.content
  const aheadId = useTime(formRun, ({ time }) => {
    // Who has finished the part where they are is on the way already, and says so when they ask.
    if (time.parts[time.partId ?? '']?.isComplete !== false) return undefined
    return sealedParts.find((part) => {
      const inMs = untilEntryMs({ paper: exam.paper, plan: exam.plan, time }, part.partId)
      return inMs !== undefined && inMs <= releaseAhead * 1000
    })?.partId
  })
  useEffect(() => {
    if (!isRunning || isWaiting || aheadId === undefined) return
    let isAsking = false
    const ask = async () => {
      if (isAsking) return
      isAsking = true
      const opening = await open(player, () => now.current.visit, formRun, aheadId, { isThere: () => false })
      isAsking = false
      if (opening.kind === 'opened') now.current.events.onOpened(opening.putInto)
    }
    const tell = () => void ask().catch((error: unknown) => player.reportError(error, `key of the part ${aheadId}`))
    tell()
    const timer = setInterval(tell, aheadMs)
    return () => clearInterval(timer)
  }, [player, formRun, isRunning, isWaiting, aheadId])

  return { waiting: isWaiting ? (isSlow ? 'slow' : 'soon') : undefined }
}
