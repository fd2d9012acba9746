import { AppVisitorProvider } from '@sitwell/app-core/visitor-context.tsx'
import { createContext, type ReactNode, useContext } from 'react'
import type { Player, Visitor } from './player.ts'

const VisitorContext = createContext<Visitor | undefined>(undefined)
const PlayerContext = createContext<Player | undefined>(undefined)

/** One provider for all, those of the shared packages too, so that signing in redraws what changes and nothing else. */
export const PlayerProvider = ({
  visitor,
  player,
  children,
}: {
  readonly visitor: Visitor
  readonly player: Player | undefined
  readonly children: ReactNode
}) => (
  <AppVisitorProvider value={visitor}>
    <VisitorContext value={visitor}>
      <PlayerContext value={player}>{children}</PlayerContext>
    </VisitorContext>
  </AppVisitorProvider>
)

/** For the screens before the sign-in. */
export const useVisitor = (): Visitor => {
  const visitor = useContext(VisitorContext)
  if (visitor === undefined) throw new Error('useVisitor must be called inside of the start-up')
  return visitor
}

/** For the screens behind the sign-in. */
export const usePlayer = (): Player => {
  const player = useContext(PlayerContext)
  if (player === undefined) throw new Error('usePlayer must be called inside of the signed-in area')
  return player
}
