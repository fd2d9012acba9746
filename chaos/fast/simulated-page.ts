import type { Answer } from '@sitwell/contract'
import { rulesOf } from '@sitwell/question-types/rules'
import type { Handed } from '@sitwell/request-queue/writer-lock'
import { createActor } from 'xstate'
import type { ExamVisit } from '../../apps/player/src/exam/content/exam-visit.ts'
import { openFormRunOf } from '../../apps/player/src/exam/content/exam-visit.ts'
import { createOutroSteps } from '../../apps/player/src/exam/screens/outro/create-outro-steps.ts'
import type { ExamResult } from '../../apps/player/src/exam/screens/outro/exam-result.ts'
import { type AnswersStatus, followAnswers } from '../../apps/player/src/exam/screens/outro/follow-answers.ts'
import { followReopened } from '../../apps/player/src/exam/screens/outro/follow-reopened.ts'
import { outroMachine } from '../../apps/player/src/exam/screens/outro/outro.machine.ts'
import { handOverGathered } from '../../apps/player/src/exam/session/gathered-visit.ts'
import { createLiveRun } from '../../apps/player/src/exam/session/run/live-run.ts'
import { createRunSteps } from '../../apps/player/src/exam/session/run/run-steps.ts'
import { type ActivityType, activityTypes } from '../../apps/player/src/sync/activity/activity-types.ts'
import { followExamActivity } from '../../apps/player/src/sync/activity/exam-activity.ts'
import { clearSent } from '../../apps/player/src/sync/clear-sent.ts'
import type { FormRun } from '../../apps/player/src/sync/form-run/form-run.ts'
import type { PlayerSync } from '../../apps/player/src/sync/player-sync-types.ts'
import { type PageSync, startSyncOfPage } from '../../apps/player/src/sync/start-sync-of-page.ts'
import type { Claim } from '../look.ts'
import { shownValue } from '../notes.ts'
import { claimsAtEnd } from './claims-at-end.ts'
import { followEnd } from './follow-end.ts'
import { createPageEvents, createWiring, storageOf } from './page-wiring.ts'
import { createSimulatedAttempts } from './simulated-attempts.ts'
import { enterFoundExam, findExam } from './simulated-entry.ts'
import type { PageParts, ScreenOfPage, SimulatedPage } from './simulated-page-types.ts'
import { createSimulatedParts, type SimulatedParts } from './simulated-parts.ts'
import { createSimulatedPlaces } from './simulated-places.ts'
import { inRealm } from './simulated-time.ts'

export const createSimulatedPage = (parts: PageParts): SimulatedPage => {
  const { world, network, realm, tab, isTyped } = parts
  const [examOfRun] = world.exams
  if (!examOfRun) throw new Error('The organisation has no exam.')
  const { examGuid, questionIds } = examOfRun
  const { on, tell } = createPageEvents()
  const onError = (error: unknown) => {
    if (realm.isAlive) parts.log(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  let sync: PageSync | undefined
  const signOff = async (isRefused: boolean) => sync?.signOff(clearSent, isRefused).catch(onError)
  const { api, tokens, clock, liveEvents, ...wired } = createWiring({
    ...{ network, realm, tab, random: parts.random, onError },
    // The player does the same, whichever way a session ends.
    onSignedOut: () => void signOff(true),
  })

  let handed: Handed | undefined
  let visit: ExamVisit | undefined
  let formRun: FormRun | undefined
  let activity: ReturnType<typeof followExamActivity> | undefined
  let parting: SimulatedParts | undefined
  let isFinishing = false
  let hasFailed = false
  let hasTimeLeft = false
  let isReopened = false
  let isComplete = false
  let isFetching = false
  let receipt: ExamResult['receipt'] | undefined
  let status: AnswersStatus = 'reading'
  let claimed = ''
  const here = () => {
    if (!formRun || !visit || !sync) throw new Error('No exam is open.')
    return { formRun, visit, sync }
  }
  const places = createSimulatedPlaces(questionIds, () => here().visit.exam.paper.order)
  const { idOf, comeTo } = places
  const questionOf = (question: number) => {
    const found = here().visit.exam.questions.get(idOf(question))
    if (!found) throw new Error(`The exam lacks question ${question}.`)
    return found
  }
  /** An answer as a panel would give it: the rules of its type make it, and write it again. */
  const wireOf = (question: number, given: Answer) => {
    const asked = questionOf(question)
    const { fromWire, toWire } = rulesOf(asked.type)
    return toWire(asked, fromWire(asked, given))
  }
  const partsOf = (question: number) => (questionOf(question) as { readonly parts?: readonly { readonly id: string }[] }).parts
  const record = (question: number) => here().formRun.answers.get(idOf(question))
  const screen = (): ScreenOfPage => {
    if (wired.isTakenOver()) return 'taken over'
    if (wired.isSignedOut() || !tab.session) return 'sign-in'
    if (hasFailed) return 'failed'
    if (hasTimeLeft || isReopened) return 'time left'
    if (isComplete || isFetching) return 'complete'
    if (isFinishing) return 'finishing'
    if (formRun && parting?.isWaiting()) return 'waiting'
    return formRun ? 'question' : 'opening'
  }
  const answer = (question: number) => {
    const { answerText, options } = record(question).answer
    if (isTyped[question]) return answerText
    return options
      .map(({ optionID }) => optionID)
      .toSorted()
      .join()
  }
  const checking = createSimulatedAttempts({ api, formRun: () => here().formRun, questionOf, idOf })
  const isBookmarked = (question: number) => record(question).bookmarked
  const value = (question: number) => shownValue(answer(question), isBookmarked(question))

  const claims = (): readonly Claim[] => {
    if (!formRun) return []
    const question = places.current()
    if (screen() === 'question' && formRun.answers.stateOf(idOf(question)) === 'on-server')
      return [{ says: 'saved', question, answer: answer(question), isBookmarked: isBookmarked(question) }]
    return screen() === 'complete' ? claimsAtEnd({ isFetching, isComplete, status, receipt }) : []
  }
  const tellClaims = () => {
    if (!realm.isAlive) return
    const now = claims()
    const text = JSON.stringify(now)
    if (text === claimed) return
    claimed = text
    parts.onClaims(now)
  }

  /** What follows a finished exam. */
  const goToOutro = () => {
    if (isFinishing) return
    isFinishing = true
    parting?.stop()
    leaveScreen()
    const { formRun: of, visit: from, sync: over } = here()
    followAnswers(of.formRunGuid, {
      sync: async () => over,
      isOwn: true,
      tell(now) {
        status = now
        tellClaims()
      },
      onError,
    })
    const actor = createActor(outroMachine, { input: { steps: createOutroSteps(from, of, api, async () => {}) } })
    actor.subscribe((state) => {
      isFetching = state.matches('fetching_results')
      isComplete = state.matches('displaying_outro') || state.matches('result_over')
      hasFailed = state.matches('network_error')
      hasTimeLeft = state.matches('time_left')
      receipt = state.context.result?.receipt
      if (isFetching || isComplete) followCompleted(of.formRunGuid)
      tellClaims()
    })
    actor.start()
  }
  let isFollowingCompleted = false
  /** The pages after a completion. */
  const followCompleted = (formRunGuid: string) => {
    if (isFollowingCompleted) return
    isFollowingCompleted = true
    followReopened(liveEvents, formRunGuid, {
      tell(isOpen) {
        isReopened = isOpen
        tellClaims()
      },
      doubt: () => sync?.doubt(formRunGuid),
    })
  }
  const sit = async (opened: FormRun, of: ExamVisit, over: PlayerSync) => {
    formRun = opened
    await createRunSteps(of, opened, api).start().catch(onError)
    activity = followExamActivity({
      ...{ log: of.log, sync: over, questions: of.exam.questions },
      ...{ formRunGuid: opened.formRunGuid, answers: opened.answers },
    })
    opened.answers.subscribe(tellClaims)
    over.queue.subscribe(tellClaims)
    if (opened.finished()) return goToOutro()
    const saveAll = () => void opened.saveAll().catch(onError)
    const stopHearing = [
      on('pagehide', saveAll),
      on('hidden', () => {
        saveAll()
        of.log.send().catch(onError)
      }),
    ]
    leaveScreen = () => {
      leaveScreen = () => {}
      for (const stop of stopHearing) stop()
      saveAll()
    }
    const openId = opened.openQuestionId()
    if (openId !== undefined) comeTo(openId)
    const live = createLiveRun(liveEvents, opened, onError)
    const end = (...recorded: ActivityType[]) => {
      activity?.flush()
      for (const type of recorded) of.log.record(type)
      opened.time.stop()
      goToOutro()
    }
    finish = followEnd({
      ...{ formRun: opened, api, live, orgId: world.orgId, onError },
      exam: () => here().visit.exam,
      isFinishing: () => isFinishing,
      onPart(questionId) {
        comeTo(questionId)
        parting?.come()
        tellClaims()
      },
      onEnd: (type) => end(...(type === activityTypes.finishExam ? [] : [type]), activityTypes.finishExam),
    })
    live.onNews((news) => {
      if (news.kind === 'completed' && !isFinishing) end()
    })
    parting = createSimulatedParts({
      ...{ api, userGuid: tab.session?.user.guid ?? '', formRun: opened, onError },
      visit: () => here().visit,
      here: places.currentId,
      isOver: () => isFinishing || !realm.isAlive || formRun !== opened,
      onChanged(exam) {
        visit = { ...here().visit, exam }
        // Its part is gone: another one has its place.
        if (!exam.paper.order.includes(places.currentId())) comeTo(idOf(places.current()))
        tellClaims()
      },
      onClosed() {
        const next = opened.openQuestionId()
        if (next !== undefined) comeTo(next)
      },
      onNothingLeft: () => end(activityTypes.finishExam),
      onCompleted: () => end(),
    })
    parting.come()
    const follow = () => {
      stopFollowing?.()
      stopFollowing = formRun === opened && over.connection.state() === 'online' && !isFinishing ? live.follow() : undefined
    }
    over.connection.subscribe(follow)
    follow()
    tellClaims()
  }
  let finish = () => {}
  /** As the screen of an exam does that makes way for another one. */
  let leaveScreen = () => {}
  let stopFollowing: (() => void) | undefined

  const openExam = async (): Promise<boolean> => {
    const { session } = tab
    if (!session) return false
    sync ??= await startSyncOfPage(
      {
        api,
        session: { user: session.user, client: { id: world.orgId } },
        appSettings: { pingInterval: 30_000 },
        clock,
        reportError: onError,
        onCalled: wired.onCalled,
      },
      {
        tab: () => storageOf(tab),
        browser: () => parts.browser,
        on,
        isVisible: () => true,
        estimate: () => undefined,
      },
    )
    const over = sync
    if (handed) {
      await over.takeHanded(structuredClone(handed.held))
      handed.taken()
      handed = undefined
    }
    const entering = { api, sync: over, userGuid: session.user.guid, nowMs: () => clock.nowMs(), onError }
    const found = await findExam(entering, examGuid)
    if (!found) return false
    const { schedule, known, isOnItsWay } = found
    if (schedule.completed && !isOnItsWay) {
      isComplete = true
      if (known) {
        followCompleted(known.formRunGuid)
        followAnswers(known.formRunGuid, {
          sync: async () => over,
          isOwn: true,
          tell: (now) => {
            status = now
          },
          onError,
        })
      }
      return true
    }
    const entered = await enterFoundExam(entering, found)
    if (!entered) return false
    visit = entered.visit
    if (entered.formRunGuid === undefined) return false
    await sit(await openFormRunOf(visit, entered.formRunGuid), visit, over)
    return true
  }

  const within = <T>(work: () => T): T => inRealm(realm, work)
  return {
    realm,
    screen,
    signIn: () => within(() => wired.signIn(world)),
    open: () => within(openExam),
    question: places.current,
    value,
    answer,
    isBookmarked,
    stateOf: (question) => within(() => here().formRun.answers.stateOf(idOf(question))),
    type: (question, text) =>
      within(() => {
        const options = (partsOf(question) ?? []).slice(0, 1).map(({ id }) => ({ optionID: id, optionText: text }))
        const answer = wireOf(question, { answerText: text, options })
        here().formRun.answers.draft(idOf(question), { answer })
      }),
    choose: (question, optionIds) =>
      within(() => {
        const options = optionIds.map((optionID) => ({ optionID, optionText: '' }))
        const answer = wireOf(question, { answerText: '', options })
        here().formRun.answers.save(idOf(question), { answer }).catch(onError)
      }),
    attempts: checking.attempts,
    check: (question) => within(() => checking.check(question)),
    bookmark: (question) =>
      within(() => {
        here()
          .formRun.answers.save(idOf(question), { bookmarked: !isBookmarked(question) })
          .catch(onError)
      }),
    goTo: (question, type) =>
      within(() => {
        const { formRun: of, visit: from } = here()
        const left = places.current()
        comeTo(idOf(question))
        of.moveTo(idOf(question))
        of.answers.saveChanged(idOf(left)).catch(onError)
        activity?.flush()
        from.log.record(type, idOf(question))
        tellClaims()
      }),
    finish: () => within(() => finish()),
    answersStatus: () => status,
    isStorageLasting: () => within(() => sync?.keeping.get() === 'lasting'),
    sync: () => sync,
    sendAll: () => within(async () => sync?.sendAll().catch(onError)),
    handIn: () =>
      within(async () => {
        const [file] = (await sync?.handIns('answers', formRun?.formRunGuid)) ?? []
        return file && JSON.stringify(file)
      }),
    tell: (event) => within(() => tell(event)),
    handOver: () =>
      within(async () => {
        stopFollowing?.()
        activity?.stop()
        parting?.stop()
        await handOverGathered({ visit, formRun }).catch(onError)
        formRun = undefined
        visit = undefined
        const held = sync?.handOver()
        leaveScreen()
        return held
      }),
    takeHanded(from) {
      handed = from
    },
    signOff: (isRefused) => within(() => signOff(isRefused)),
    async leave() {
      within(() => ['hidden', 'pagehide'].forEach(tell))
      // What its listeners have begun continues until the page's task is over.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      realm.isAlive = false
    },
    kill() {
      realm.isAlive = false
    },
  }
}
