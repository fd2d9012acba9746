import { ClientNotFound, InitializeError } from '@sitwell/app-shell/start-up/start-up-screens.tsx'
import type { PlayerApp } from '../create-player.ts'
import { StoredExamLink, useStoredExam } from './stored-exam-link.tsx'

/** The start failed; the exam that is being sat in this browser needs no server. */
export const StartFailed = ({ problem, player }: { readonly problem: string; readonly player: PlayerApp }) => {
  const stored = useStoredExam(player)
  return (
    <InitializeError details={problem} appVersion={player.store.get().appSettings?.appVersion}>
      {stored && <StoredExamLink stored={stored} player={player} />}
    </InitializeError>
  )
}

/** No organisation has this address; the exam that is being sat in this browser has its own. */
export const NobodysAddress = ({ player }: { readonly player: PlayerApp }) => {
  const stored = useStoredExam(player)
  return <ClientNotFound>{stored && <StoredExamLink stored={stored} player={player} />}</ClientNotFound>
}
