import NIOEmbedded
import Hummingbird
