import { lazy } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const LogWords = lazy(async () => ({ default: (await import('../../support/log-words.tsx')).LogWords }))
const LogsPage = lazy(() => import('../../support/logs-page.tsx'))
const LogPage = lazy(() => import('../../support/log-page.tsx'))

/** `/logs` and `/log/{logId}`; for everybody but administrators they aren't there (spec 3 §6). */
export const LogsRoute = ({ logId }: { readonly logId?: string | undefined }) => {
  const { session } = usePlayer()
  if (!session.user.admin) return <NotFoundPage />
  return <LogWords>{logId === undefined ? <LogsPage /> : <LogPage key={logId} logId={logId} />}</LogWords>
}
