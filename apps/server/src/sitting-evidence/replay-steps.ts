import { mostReplaySteps, officeReplaySteps, type ReplayStep } from '@sitwell/contract'
import type { Replay } from '../assessment/evidence/index.ts'
import type { LedgerContext } from '../assessment/ledger/index.ts'
import { route } from '../http/service.ts'
import { firstWords } from '../paper/first-words.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { collectNamedReplay } from './collect-named-replay.ts'
import { findSitting, nobodyHere } from './find-sitting.ts'

type Context = LedgerContext & Pick<SecurityContext, 'database' | 'securityLog'>

/** Characters of a question's text that name it in a list. */
const shownCharacters = 160
/** Characters of what was typed: an essay is sent again and again, and the file has all of it. */
const mostQuoted = 2000

const iso = (ms: number) => new Date(ms).toISOString()

const cut = (text: string): string => (text.length <= mostQuoted ? text : `${text.slice(0, mostQuoted - 1).toWellFormed()}…`)

const stepOf = ({ atMs, clock, kind, who, what, questionId, stands, quotes, leftMs }: Replay['lines'][number]): ReplayStep => ({
  ...{ at: iso(atMs), clock, kind, who, what },
  ...(questionId !== undefined && { questionID: questionId }),
  ...(stands && { stands }),
  quotes: quotes.map(({ about, text }) => ({ about, text: cut(text) })),
  ...(leftMs !== undefined && { leftMs }),
})

/** What happened in a sitting step by step, with what stood on each question. */
export const officeReplayStepsRoute = (context: Context) =>
  route(officeReplaySteps, async ({ caller, query, request }) => {
    const { database, clock, securityLog } = context
    const nowMs = clock.nowMs()
    const found = await findSitting(database, caller, { ...query, permission: 'results.read', nowMs })
    if (!found) return nobodyHere
    const { person } = found
    const { questions, lines } = await collectNamedReplay(context, found)
    securityLog.note({
      ...{
        kind: 'evidence-read',
        orgId: caller.orgId,
        userGuid: person.user_guid,
        author: caller.userGuid,
        address: request.ip,
      },
      ...{ what: officeReplaySteps.name, target: { deliveryID: query.deliveryID, userID: query.userID } },
    })
    return {
      ok: true,
      value: {
        questions: questions.map(({ id, number, text }) => ({ id, number, text: firstWords(text, shownCharacters) })),
        steps: lines.slice(0, mostReplaySteps).map(stepOf),
        left: Math.max(0, lines.length - mostReplaySteps),
        asOf: iso(nowMs),
      },
    }
  })
