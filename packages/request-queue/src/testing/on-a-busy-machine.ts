/** How long `vi.waitFor` waits: a second, which is the default, is no failure where other work continues. */
export const onABusyMachine = { timeout: 20_000 }
