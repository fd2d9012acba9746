import { rubricState } from '@sitwell/contract'
import { useAddress, useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useEffect, useRef } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import { rubricAddress } from '../../context/rubric-address.ts'

/** An exam asks the server itself, and one that is under way continues without the rubric; the rest leads nowhere before it. */
const asks = (path: string) => /^\/(schedules|logs|log)(\/|$)/.test(path)

/** Leads whoever typed an address to the rubric where it wasn't confirmed in this session, and the rubric leads back. */
export const RubricWatch = () => {
  const { api, session, reportError } = usePlayer()
  const { pathname } = useAddress()
  const navigate = useNavigate()
  const isConfirmed = useRef(false)
  const userGuid = session.user.guid
  useEffect(() => {
    if (isConfirmed.current || !asks(pathname)) return
    let isLeft = false
    const ask = async () => {
      const outcome = await api.call(rubricState, { query: { userGuid } })
      // Where it can't be asked, the server still starts no exam.
      if (!outcome.ok) return
      isConfirmed.current = outcome.value.confirmed
      if (!outcome.value.confirmed && !isLeft) await navigate({ to: rubricAddress(pathname), replace: true })
    }
    ask().catch((error: unknown) => reportError(error, 'rubric'))
    return () => {
      isLeft = true
    }
  }, [api, navigate, pathname, reportError, userGuid])
  return null
}
