import { lazy } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import { NoSuchPage } from './no-such-page.tsx'

const LogsPage = lazy(() => import('../../support/logs-page.tsx'))
const LogPage = lazy(() => import('../../support/log-page.tsx'))

/** `/logs` and `/log/{logId}`; for everybody but administrators they aren't there (spec 3 §6). */
export const LogsRoute = ({ logId }: { readonly logId?: string | undefined }) => {
  const { session } = usePlayer()
  if (!session.user.admin) return <NoSuchPage />
  return logId === undefined ? <LogsPage /> : <LogPage key={logId} logId={logId} />
}
