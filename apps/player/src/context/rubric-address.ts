/** The address of the rubric for somebody who is on the way to another page, and is to come back to it. */
export const rubricAddress = (path: string): string => `/rubric?back=${encodeURIComponent(path)}`

/** Where the rubric leads on to: the page that its learner was on the way to, or the schedules. */
export const backAddress = (search: string): string => {
  const back = new URLSearchParams(search).get('back') ?? ''
  // A page of this application, and not the rubric again.
  return /^\/(schedules|exam|reload|elearning|logs|log)(\/[\w.:-]+)*$/.test(back) ? back : '/schedules'
}
