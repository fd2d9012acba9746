import { endProctoring } from '@sitwell/contract'
import { useEffect } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'

/**
 * In a single session an exam has no Close (spec 3 §2), so that it is complete ends the proctoring: the window may be closed. Ended
 * twice it is ended once.
 */
export const SingleSessionEnd = ({ className }: { readonly className: string | undefined }) => {
  const { text, api, settings } = usePlayer()
  const { proctoringActive, proctoringSessionID: id } = settings
  useEffect(() => {
    if (proctoringActive && id !== undefined) void api.call(endProctoring, { body: { proctoringSessionID: id, what: 'end' } })
  }, [api, proctoringActive, id])
  return <p className={className}>{text('exam.mayClose')}</p>
}
