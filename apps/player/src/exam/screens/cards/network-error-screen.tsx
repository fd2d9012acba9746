import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import type { ReactNode } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'

/** What stands instead of an exam's screen whose call failed. A session that was taken over is no error: its dialog says all. */
export const NetworkErrorScreen = ({
  details,
  onCleared,
  children,
}: {
  readonly details: string
  onCleared?(): void
  /** What is known without the server. */
  readonly children?: ReactNode
}) => {
  const player = usePlayer()
  return (
    <Page align="centre" width="card">
      {!player.isTakenOver() && (
        <NetworkErrorCard texts={networkErrorTexts(player)} details={details} {...(onCleared && { onCleared })}>
          {children}
        </NetworkErrorCard>
      )}
    </Page>
  )
}
