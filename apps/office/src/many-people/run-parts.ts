import type { Api } from '@sitwell/client/api'
import { type ActPreview, type ActResult, officeInvitePeople, officeSuspendPeople } from '@sitwell/contract'

export type ManyAct = 'invite' | 'suspend'

/** What happened to one person: as the server says, or why it says nothing. */
export interface Outcome {
  readonly userID: number
  readonly is: ActResult['is'] | 'changed' | 'unknown'
}

type Part = ActPreview['parts'][number]

const call = (api: Api, act: ManyAct, { userIDs, hash }: Part, reason: string) =>
  // Once: a mail whose reply was lost isn't sent again.
  act === 'invite'
    ? api.call(officeInvitePeople, { body: { userIDs, hash } }, { attempts: 1 })
    : api.call(officeSuspendPeople, { body: { userIDs, hash, isSuspended: true, reason } }, { attempts: 1 })

/** Does an act to the people of a preview, part after part. One that fails keeps no other from being done. `onDone`: called with what is known so far. */
export const runParts = async (
  api: Api,
  act: ManyAct,
  parts: readonly Part[],
  { reason, onDone }: { readonly reason: string; onDone(outcomes: readonly Outcome[]): void },
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const part of parts) {
    const outcome = await call(api, act, part, reason)
    if (outcome.ok) outcomes.push(...outcome.value.results)
    else {
      const is = outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE' ? 'changed' : 'unknown'
      outcomes.push(...part.userIDs.map((userID) => ({ userID, is }) as const))
    }
    onDone([...outcomes])
  }
  return outcomes
}
