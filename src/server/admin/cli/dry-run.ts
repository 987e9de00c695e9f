import type { Called } from './command.ts'

export const dryRunOption = { 'dry-run': { type: 'boolean' } } as const
export const dryRunHelp = '  --dry-run   shows what would change, and changes nothing'

export const isDry = ({ flags }: Called): boolean => flags['dry-run'] === true
