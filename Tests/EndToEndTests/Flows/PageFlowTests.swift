import TestSupport
import Testing

/// Pages of the lab, loaded by each of the clients of F8.
@Suite struct PageFlowTests {
    @Test func eachResourceSaysOnWhatItCameAndWhoWasAsked() throws {
        let (status, document) = try LoadedPage.load(["page"])
        #expect(status == 1)
        let page = try #require(document.pages.first)
        #expect(page.resources.map(\.kind) == ["page", "style", "script", "image", "image", "image", "request"])
        #expect(page.resources.map(\.way) == ["new", "reused", "reused", "reused", "new", "new", "new"])
        #expect(page.resources[0].challenges == ["server trust default"])
        for resource in page.resources[1...3] {
            #expect(resource.challenges.isEmpty)
            #expect(resource.restsOnRequest == 1)
            #expect(!resource.isCrossOrigin)
        }
        let other = page.resources[4]
        #expect(other.url == "https://good.lab.test/page/image.png")
        #expect(other.isCrossOrigin)
        #expect(other.challenges == ["server trust default"])
        let plain = page.resources[5]
        #expect(plain.isMixed)
        #expect(plain.challenges.isEmpty)
        #expect(page.findings.map(\.code) == ["page.mixed-content"])
        #expect(page.resources[6].code == "chain.self-signed")
        #expect(document.codes.contains("page.mixed-content"))
        // Each is a request of the log, and says what it is a part of.
        #expect(document.exchanges.map(\.number) == Array(1...7))
        #expect(document.exchanges[0].request.part?.page == nil)
        #expect(document.exchanges[3].request.part?.page == 1)
        #expect(document.exchanges[3].request.part?.kind == "image")
    }

    @Test func freshAsksForEachResource() throws {
        let (_, document) = try LoadedPage.load(["page", "--fresh"])
        let page = try #require(document.pages.first)
        for resource in page.resources where resource.url.hasPrefix("https://page.") {
            #expect(resource.way == "new")
            #expect(resource.challenges == ["server trust default"])
        }
    }

    @Test func f8AsPublishedAnswersForAProbeAndForNothingAfterIt() throws {
        let (_, document) = try LoadedPage.load(["page", "--flow", "F8"])
        let page = try #require(document.pages.first)
        #expect(page.resources.prefix(2).map(\.kind) == ["probe", "page"])
        #expect(page.resources[0].challenges == ["server trust use"])
        // The same request twice: the second time on what the first has left, so that nobody is asked.
        #expect(page.resources[0].url == page.resources[1].url)
        #expect(["reused", "resumed"].contains(page.resources[1].way))
        #expect(page.resources[1].restsOnRequest == 1)
        // The second host is nobody's: the view's own checks.
        let other = try #require(document.resource("good.lab.test/page/image.png"))
        #expect(other.challenges == ["server trust default"])
        #expect(page.findings.map(\.code) == ["page.unchecked", "page.mixed-content"])
    }

    @Test func f8AsPublishedTakesAnyServerForTheProbeAndThenTheViewRefusesIt() throws {
        let (status, document) = try LoadedPage.load(["https://self-signed.lab.test/page", "--flow", "F8", "--fresh"])
        let page = try #require(document.pages.first)
        #expect(status == 1)
        #expect(page.resources.map(\.kind) == ["probe", "page"])
        #expect(page.resources[0].challenges == ["server trust use"])
        #expect(page.resources[1].challenges == ["server trust default"])
        #expect(page.resources[1].code == "chain.self-signed")
    }

    @Test func f8StaysBlankWhereTheProbeFails() throws {
        let (status, document) = try LoadedPage.load(["https://127.0.0.1:9/", "--flow", "F8"])
        let page = try #require(document.pages.first)
        #expect(status == 3)
        #expect(page.resources.map(\.kind) == ["probe"])
        #expect(page.findings.map(\.code) == ["page.blank"])
    }

    @Test func f8rAnswersForEachHost() throws {
        let (status, document) = try LoadedPage.load(["page", "--flow", "F8r"])
        let page = try #require(document.pages.first)
        #expect(status == 1)
        #expect(page.resources[0].kind == "page")
        #expect(document.resource("good.lab.test/page/image.png")?.challenges == ["server trust use"])
        #expect(document.resource("/page/data.json")?.challenges == ["server trust cancel"])
    }

    @Test func f8sLosesRelativeResources() throws {
        let (status, document) = try LoadedPage.load(["page", "--flow", "F8s"])
        let page = try #require(document.pages.first)
        #expect(status == 0)
        #expect(page.resources.map(\.way) == ["new", "notFetched", "notFetched", "notFetched", "new", "new"])
        #expect(page.resources[1].code == "page.no-base")
        #expect(page.resources[4].challenges == ["server trust default"])
        #expect(page.findings.map(\.code) == ["page.no-base"])
    }

    @Test func theTextIsATable() throws {
        let result = try Countersign.run(["fire", "--page", "page"], home: try TemporaryFolder())
        #expect(result.output.contains("3   script   reused  -"))
        #expect(result.output.contains("reused connection, answer of no. 1"))
        #expect(result.output.contains("page.mixed-content: Mixed content"))
    }
}
