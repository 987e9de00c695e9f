export const InstallHint = () => null
