/** What a person is called: the first name, then the last; by the sign-in name if they have neither. */
export const nameOf = ({
  firstName,
  lastName,
  username,
}: {
  readonly firstName: string
  readonly lastName: string
  readonly username: string
}): string => [firstName, lastName].filter((part) => part.trim() !== '').join(' ') || username
