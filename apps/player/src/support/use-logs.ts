import { newUuid } from '@sitwell/client/new-uuid'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { openExamStore } from '../storage/open-exam-store.ts'
import { deliverBy } from '../sync/queue/delivery.ts'
import { logsMachine } from './logs.machine.ts'
import { createLogsSteps } from './logs-steps.ts'

/** The logs that this browser keeps of the administrator's organisation. */
export const useLogs = () => {
  const { api, clock, session, reportError } = usePlayer()
  const orgId = session.client.id
  const steps = useMemo(
    () =>
      createLogsSteps({
        orgId,
        open: () =>
          openExamStore(
            () => clock.nowMs(),
            (error) => reportError(error, 'activity logs'),
          ),
        deliver: (request) => deliverBy(api)(request, true),
        newId: newUuid,
        nowMs: () => clock.nowMs(),
        saveFile,
        // Boundary: the types say that it is always there.
        sealer: globalThis.crypto.subtle as SubtleCrypto | undefined,
        onError: (error) => reportError(error, 'activity logs'),
      }),
    [api, clock, orgId, reportError],
  )
  return useMachine(logsMachine, { input: { steps } })
}
