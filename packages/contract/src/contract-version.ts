/**
 * The version of the contract. A player that was loaded before a deployment continues talking to the new server until its exam is
 * over, so a change has to be readable by both; the version names what a report or a stored request was written with.
 */
export const contractVersion = 1
