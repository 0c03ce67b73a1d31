/// How figures grow with a size, as a picture: both axes logarithmic, so that cost in proportion is a line at 45 degrees.
package struct GrowthPlot {
    package struct Curve {
        package let name: String
        package let points: [(size: Double, value: Double)]
    }

    let title: String
    let unit: String
    let curves: [Curve]

    /// Returns nil if the section doesn't grow.
    package init?(_ title: String, _ figures: [Figure]) {
        let growing = figures.filter { $0.size != nil && $0.value > 0 }
        guard let unit = growing.first?.unit.onClock else { return nil }
        self.title = title
        self.unit = unit.rawValue
        var names: [String] = []
        for figure in growing where !names.contains(figure.curve) { names.append(figure.curve) }
        curves = names.map { name in
            let points = growing.filter { $0.curve == name }.map { (size: $0.size ?? 0, value: $0.value) }
            return Curve(name: name, points: points.sorted { $0.size < $1.size })
        }
    }

    package var svg: String { GrowthDrawing(self).svg }
}

extension Figure {
    fileprivate var curve: String { unit == unit.onClock ? name : "\(name), processor time" }
}

extension FigureUnit {
    /// The unit of the same axis.
    fileprivate var onClock: FigureUnit {
        switch self {
        case .processorMilliseconds: .milliseconds
        case .processorSeconds: .seconds
        default: self
        }
    }
}
