// A row does not follow the one before, or is not what its hash says. The keeper signs nothing over
// it: somebody must look. Thrown by whoever takes rows, told by the keeper.

export class LogBroken extends Error {
  override readonly name = "LogBroken";
}
