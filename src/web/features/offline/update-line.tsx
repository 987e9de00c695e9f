export const UpdateLine = () => null
