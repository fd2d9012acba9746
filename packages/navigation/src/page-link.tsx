import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from './navigation.tsx'

/** A link to another page of the player. */
export const PageLink = ({
  to,
  className,
  children,
}: {
  readonly to: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) => {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    // What opens it elsewhere is the browser's own.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to })
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}
