import ArgumentParser
@main struct Shelflife: ParsableCommand {}
