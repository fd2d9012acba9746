import type { Api } from '@sitwell/client/api'
import { dashExtendableAlert, dashState, type FormRunState, type Refusal, requestExtension } from '@sitwell/contract'
import { extensionStatuses } from '@sitwell/exam/ledger/extension'
import type { LiveNews } from '../../../live/live-news.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { LiveRun } from '../run/live-run.ts'
import type { ExtensionNotice, ExtensionSteps } from './extension-steps.ts'

/** What asking for an extension stands on. */
export interface ExtensionParts {
  readonly api: Pick<Api, 'call'>
  readonly live: Pick<LiveRun, 'onState' | 'onNews'>
  readonly formRun: Pick<FormRun, 'formRunGuid' | 'saveLastSecond' | 'keepAwaiting'>
  readonly orgID: number
  newId(): string
  onError(error: unknown): void
}

/** What the server refuses for good. */
const saysNo: ReadonlySet<Refusal> = new Set(['CANNOT_CHANGE_TIME', 'FORM_RUN_COMPLETED', 'NOT_FOUND'])

/** A form run that was completed elsewhere waits for no answer any more. */
const ofState = ({ completed, extensionStatus, extendable }: FormRunState): ExtensionNotice =>
  completed ? { status: extensionStatuses.withdrawn, extendable: 0 } : { status: extensionStatus, extendable }

const statuses: Partial<Record<LiveNews['kind'], ExtensionNotice['status']>> = {
  declined: extensionStatuses.declined,
  'extension-requested': extensionStatuses.requested,
  'extension-withdrawn': extensionStatuses.withdrawn,
}

const ofNews = (news: LiveNews): ExtensionNotice | undefined => {
  if (news.kind === 'extended') return { status: extensionStatuses.granted, extendable: news.byMs / 1000 }
  const status = statuses[news.kind]
  return status === undefined ? undefined : { status, extendable: 0 }
}

/** The steps of a request for an extension over the player's client and its live events. */
export const createExtensionSteps = ({ api, live, formRun, orgID, newId, onError }: ExtensionParts): ExtensionSteps => {
  const { formRunGuid } = formRun
  const request = (withdraw: boolean) =>
    api.call(requestExtension, {
      body: { orgID, formRunGuid, requestId: newId(), ...(withdraw ? { withdraw } : { resumes: true }) },
    })
  /** Refused, for it was granted already: the reply to an earlier request was lost on its way. */
  const wasGranted = async () => {
    const outcome = await api.call(dashExtendableAlert, { query: { formRunGuid } })
    return outcome.ok && outcome.value.status === extensionStatuses.granted
  }
  return {
    saveLastSecond: () => formRun.saveLastSecond().catch(onError),
    async ask() {
      const outcome = await request(false)
      if (!outcome.ok) {
        // A server in trouble has said nothing about the exam.
        if (outcome.kind !== 'refused' || !saysNo.has(outcome.code)) return 'unreachable'
        if (!(await wasGranted())) return 'impossible'
      }
      await formRun.keepAwaiting(true).catch(onError)
      return 'asked'
    },
    async withdraw() {
      await formRun.keepAwaiting(false).catch(onError)
      await request(true)
    },
    follow(onNotice) {
      let isStopped = false
      /** The ledger's number since which a state knows of this request; undefined until the server has been asked, or couldn't be. */
      let since: number | undefined
      /** A state that came before: it may be from before the request, with the answer to an earlier one. */
      let early: FormRunState | undefined
      const tell = (state: FormRunState | undefined) => {
        if (!isStopped && state && !(state.number < (since ?? 0))) onNotice(ofState(state))
      }
      const stops = [
        live.onState((state) => {
          if (since === undefined) early = state
          else tell(state)
        }),
        live.onNews((news) => {
          const notice = ofNews(news)
          if (notice) onNotice(notice)
        }),
      ]
      // What was told before this began is asked for.
      void api.call(dashState, { query: { formRunGuid } }).then((outcome) => {
        since = outcome.ok ? outcome.value.number : 0
        if (outcome.ok) tell(outcome.value)
        tell(early)
      })
      return () => {
        isStopped = true
        for (const stop of stops) stop()
      }
    },
  }
}
