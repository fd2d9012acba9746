import { appPaths } from '@sitwell/contract/app-paths'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import type { MouseEvent, ReactNode } from 'react'

/** The address of a page of the office on this site, for links: `/office/people` for `/people`. */
export const officeHref = (to: string): string => `${appPaths.office}${to}`

/** A link to another page of the office. */
export const OfficeLink = ({
  to,
  className,
  isCurrent = false,
  onFollow,
  children,
}: {
  /** Its path and query within the office. */
  readonly to: string
  readonly className?: string | undefined
  /** The page that shows. */
  readonly isCurrent?: boolean
  onFollow?(): void
  readonly children: ReactNode
}) => {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    // What opens it elsewhere is the browser's own.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFollow?.()
    void navigate({ to })
  }
  return (
    <a href={officeHref(to)} className={className} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
